"""A small, bounded expression language: arithmetic and calls of the functions on offer.

Nothing else can be reached: no names beyond the functions, no methods, no private attributes, no
loops; powers and lengths are bounded, so no expression can hang a build.
"""

from __future__ import annotations

import ast
import dataclasses
import operator
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from itembank.values.helpers import HELPERS
from itembank.values.quantity import Quantity

MAX_LENGTH = 400
MAX_NODES = 120
MAX_EXPONENT = 64

Functions = Mapping[str, Callable[..., Any]]
Names = Mapping[str, Quantity | int | float | str]
NO_NAMES: Names = MappingProxyType({})

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: lambda a, b: (a if isinstance(a, Quantity) else float(a)) ** b,
}
_PLAIN = (int, float, str, bool)


class ExpressionError(ValueError):
    """The expression cannot be evaluated; the message says why in words."""


class UnknownFunctionError(ExpressionError):
    """The expression calls a function that is not on offer."""


def evaluate(source: str, functions: Functions, names: Names = NO_NAMES) -> Any:
    """Return the value of `source`; only `functions` and a few numeric helpers can be called.

    `names` are the givens that stand for themselves.

    Raises ExpressionError for everything else, including errors inside a function.
    """
    if len(source) > MAX_LENGTH:
        raise ExpressionError(f"longer than {MAX_LENGTH} characters")
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ExpressionError(f"`{source.strip()}` is not an expression") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise ExpressionError(f"more than {MAX_NODES} parts; give it a function of its own")
    try:
        value = _evaluate(tree.body, {**HELPERS, **functions}, names)
        return _finite(value) if isinstance(value, int | float | Quantity) else value
    except ExpressionError:
        raise
    except KeyError as error:
        raise ExpressionError(f"{error.args[0] if error.args else error}") from error
    except (Exception, SystemExit) as error:
        raise ExpressionError(str(error) or type(error).__name__) from error


def _evaluate(node: ast.expr, functions: Functions, names: Names) -> Any:
    match node:
        case ast.Constant(value=value) if isinstance(value, _PLAIN):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(_evaluate(operand, functions, names))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            a = _number(_evaluate(left, functions, names))
            b = _number(_evaluate(right, functions, names))
            if isinstance(op, ast.Pow) and (
                not isinstance(b, int | float) or abs(b) > MAX_EXPONENT
            ):
                raise ExpressionError(f"an exponent must be a number up to {MAX_EXPONENT}")
            return _finite(_BINARY[type(op)](a, b))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            if name not in functions:
                raise UnknownFunctionError(f"no function `{name}`; there are {_listed(functions)}")
            if any(isinstance(arg, ast.Starred) for arg in args) or any(
                keyword.arg is None for keyword in keywords
            ):
                raise ExpressionError("`*` and `**` arguments are not allowed")
            return functions[name](
                *(_evaluate(arg, functions, names) for arg in args),
                **{str(k.arg): _evaluate(k.value, functions, names) for k in keywords},
            )
        case ast.Attribute(value=owner, attr=name):
            return _attribute(_evaluate(owner, functions, names), name)
        case ast.Name(id=name):
            if name in names:
                return names[name]
            if name in functions:
                raise ExpressionError(f"`{name}` is a function: call it, as in `{name}(...)`")
            raise ExpressionError(
                f"no value `{name}`; there are the functions {_listed(functions)}"
            )
        case _:
            raise ExpressionError(
                f"`{ast.unparse(node)}` is not allowed: only calls, attributes and arithmetic are"
            )


def _number(value: Any) -> Any:
    if isinstance(value, Quantity) or (
        isinstance(value, int | float) and not isinstance(value, bool)
    ):
        return value
    plain = value is None or isinstance(value, str | bool)
    shown = repr(value) if plain else f"what is given, of type `{type(value).__name__}`,"
    raise ExpressionError(f"{shown} is not a number")


def _finite(value: Any) -> Any:
    number = value.value if isinstance(value, Quantity) else value
    if isinstance(number, complex) or not abs(number) <= sys.float_info.max:
        raise ExpressionError("the result is not a finite number")
    return value


def _attribute(owner: Any, name: str) -> Any:
    """Return a field or property of a dataclass instance; nothing else has attributes here."""
    if dataclasses.is_dataclass(owner) and not isinstance(owner, type | Quantity):
        offered = [field.name for field in dataclasses.fields(owner)]
        offered += [n for n, member in vars(type(owner)).items() if isinstance(member, property)]
        offered = [n for n in offered if not n.startswith("_")]
        if name in offered:
            return getattr(owner, name)
        raise ExpressionError(f"no `{name}`; there are {', '.join(offered)}")
    raise ExpressionError(f"`.{name}` does not apply here")


def _listed(functions: Functions) -> str:
    names = sorted(name for name in functions if name not in HELPERS)
    return (
        ", ".join(f"`{name}`" for name in names) if names else "none: set `values` in itembank.yml"
    )
