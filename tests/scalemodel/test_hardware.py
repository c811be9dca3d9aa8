"""Facts of content/hardware: invariants between numbers, and mistakes that must be caught."""

import shutil
from pathlib import Path

import pytest

from scalemodel import load
from scalemodel.errors import ScaleModelError, UnknownFact
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.load import Catalog


def test_links_of_a_gpu_match_its_scale_up_rate(facts: Catalog) -> None:
    for gpu in facts.gpus.values():
        if gpu.scale_up_link.startswith(("nvlink", "xgmi")):
            assert facts.links[gpu.scale_up_link].per_direction == gpu.scale_up, gpu.id


@pytest.mark.parametrize(
    ("node", "ratio"),
    [("dgx-1v", 24), ("dgx-a100", 12), ("dgx-h100", 9), ("dgx-b200", 18), ("dgx-b300", 9),
     ("gb200-nvl72", 18), ("gb300-nvl72", 9), ("aws-p4d", 48), ("gcp-a3-high", 36),
     ("lab-100gbe", 288), ("lab-10gbe", 2880)],
)  # fmt: skip
def test_link_ratio_one_way_per_gpu(facts: Catalog, node: str, ratio: float) -> None:
    design = facts.nodes[node]
    per_gpu = design.need_fabric().injection / design.gpus_per_node
    assert design.gpu.scale_up / per_gpu == pytest.approx(ratio)


def test_h100_peak_follows_from_its_parts(facts: Catalog) -> None:
    # 528 tensor cores x 512 FMA x 2 x 1.83 GHz
    assert facts.gpus["h100-sxm"].peak_flops("bf16") == pytest.approx(
        528 * 512 * 2 * 1.83e9, rel=1e-3
    )


def test_an_nvl72_rack_is_one_domain(facts: Catalog) -> None:
    rack = facts.nodes["gb200-nvl72"]
    assert Cluster(rack, 72).nodes == 18
    assert Cluster(rack, 72).domains == 1
    assert Cluster(rack, 144).domains == 2


def test_unknown_is_an_error_never_zero(facts: Catalog) -> None:
    with pytest.raises(UnknownFact, match="no published dense fp8"):
        facts.gpus["a100-sxm-80"].peak_flops("fp8")
    with pytest.raises(UnknownFact, match="adapters is not known"):
        facts.nodes["vr-nvl72"].need_fabric()


def test_unknown_id_suggests_the_nearest(facts: Catalog) -> None:
    with pytest.raises(ScaleModelError, match=r"unknown node 'dgx-h10'.*dgx-h100"):
        facts.nodes["dgx-h10"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [("rdma", "write TRANSPORT:NICSxGBIT"), ("rdma:8x", "write TRANSPORT"), ("rdma:0x400", "write"),
     ("rdma:8x-4", "write"), ("ethernet:1x100", "unknown transport 'ethernet'"),
     ("tcp:8x400x2", "write TRANSPORT")],
)  # fmt: skip
def test_bad_fabric_says_what_would_be_right(spec: str, words: str) -> None:
    with pytest.raises(ScaleModelError, match=words):
        parse_fabric(spec)


def test_fabric_spec_round_trips() -> None:
    assert parse_fabric("rdma:8x400").injection == 400e9
    assert parse_fabric("tcp:1x2.5").spec == "tcp:1x2.5"


@pytest.fixture
def copy(facts: Catalog, tmp_path: Path) -> Path:
    for name in ("hardware", "models.yml", "sources.yml"):
        source = facts.root / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name)
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def _edit(root: Path, file: str, old: str, new: str) -> None:
    path = root / "hardware" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("links.yml", "gb_s_bidirectional: 900", "gb_s_bidirectional: 450", "twice 450"),
        ("links.yml", "gbit_s_per_direction: 400", "gbit_s_per_direction: 50", "8 x 50"),
        ("gpus.yml", "memory_gb_s: 3350", "memory_gb_s: fast", "memory_gb_s: expected float"),
        ("gpus.yml", "memory_gb_s: 3350", "memory_gbs: 3350", "unknown key"),
        ("gpus.yml", "source: [mle-acc, mlperf-v41", "source: [mle-ac, mlperf-v41", "mle-acc"),
        ("nodes.yml", "injection_gb_s_per_direction: 200", "injection_gb_s_per_direction: 25",
         "nics x nic_gbit_s / 8 = 200"),
        ("nodes.yml", "gpu: h100-sxm", "gpu: h100", "unknown gpu 'h100'"),
        ("nodes.yml", "nodes:\n", "nodes: [\n", "not valid YAML"),
    ],
)  # fmt: skip
def test_a_broken_fact_names_file_and_key(
    copy: Path, file: str, old: str, new: str, words: str
) -> None:
    _edit(copy, file, old, new)
    with pytest.raises(ScaleModelError, match=words) as caught:
        load.catalog(copy)
    assert file in str(caught.value) or "source of" in str(caught.value)


def test_data_can_come_from_the_environment(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _edit(copy, "gpus.yml", "memory_gb_s: 3350", "memory_gb_s: 4000")
    monkeypatch.setenv("SCALEMODEL_DATA", str(copy))
    assert load.catalog().gpus["h100-sxm"].memory_bandwidth == 4e12


def test_missing_data_directory(tmp_path: Path) -> None:
    with pytest.raises(ScaleModelError, match=r"expected hardware/gpus\.yml"):
        load.catalog(tmp_path)
