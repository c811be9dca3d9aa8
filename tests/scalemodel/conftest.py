"""Fixtures of the cost model's tests."""

import pytest

from scalemodel import load
from scalemodel.load import Catalog


@pytest.fixture(scope="session")
def facts() -> Catalog:
    return load.catalog()
