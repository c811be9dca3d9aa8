"""Typed, immutable model of a question bank; knows neither files nor site generators."""

from itembank.model.bank import Bank, BankItem
from itembank.model.diagnostics import Diagnostic, Findings, Position
from itembank.model.figure import Figure, FigureImage, FigureManifest
from itembank.model.item import (
    ChoiceItem,
    Exactly,
    Item,
    Option,
    ScoringPolicy,
    SourceRef,
    UpTo,
    json_schema,
)
from itembank.model.settings import Settings
from itembank.model.source import Source

__all__ = [
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
    "Option",
    "Position",
    "ScoringPolicy",
    "Settings",
    "Source",
    "SourceRef",
    "UpTo",
    "json_schema",
]
