"""Files -> typed model. The only package of the core that reads YAML or the disk."""

from itembank.load.bank import BankLoader
from itembank.load.items import QuestionFile, load_question
from itembank.load.settings import SETTINGS_FILE, SettingsFile, load_settings
from itembank.load.yaml_document import YamlDocument

__all__ = [
    "SETTINGS_FILE",
    "BankLoader",
    "QuestionFile",
    "SettingsFile",
    "YamlDocument",
    "load_question",
    "load_settings",
]
