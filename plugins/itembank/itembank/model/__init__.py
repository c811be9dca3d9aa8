"""Typed, immutable model of a question bank; knows neither files nor site generators."""

from itembank.model.bank import Bank, BankItem
from itembank.model.choice import ChoiceItem, Exactly, Option, ScoringPolicy, UpTo
from itembank.model.diagnostics import Diagnostic, Findings, Position
from itembank.model.figure import Figure, FigureImage, FigureManifest
from itembank.model.item import ItemBase, LintIgnore
from itembank.model.kinds import KINDS, Item
from itembank.model.numeric import NumericItem, Slip
from itembank.model.order import OrderItem, OrderPolicy, Step
from itembank.model.parts import SourceRef
from itembank.model.schemas import SCHEMAS
from itembank.model.settings import Settings
from itembank.model.source import Source

__all__ = [
    "KINDS",
    "SCHEMAS",
    "Bank",
    "BankItem",
    "ChoiceItem",
    "Diagnostic",
    "Exactly",
    "Figure",
    "FigureImage",
    "FigureManifest",
    "Findings",
    "Item",
    "ItemBase",
    "LintIgnore",
    "NumericItem",
    "Option",
    "OrderItem",
    "OrderPolicy",
    "Position",
    "ScoringPolicy",
    "Settings",
    "Slip",
    "Source",
    "SourceRef",
    "Step",
    "UpTo",
]
