"""Facts of content/hardware: invariants between numbers, and mistakes that must be caught."""

import shutil
from pathlib import Path

import pytest
import yaml

from scalemodel import load
from scalemodel.errors import ScaleModelError, UnknownFact
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.load import Catalog


def test_links_of_a_gpu_match_its_scale_up_rate(facts: Catalog) -> None:
    for gpu in facts.gpus.values():
        if gpu.scale_up_link.startswith(("nvlink", "xgmi")):
            assert facts.links[gpu.scale_up_link].per_direction == gpu.scale_up, gpu.id


def test_marketed_bandwidth_is_both_directions(facts: Catalog) -> None:
    for link in facts.links.values():
        if link.both_directions is not None:
            assert link.both_directions == pytest.approx(2 * link.per_direction), link.id
        assert (link.both_directions is None) == (
            link.family in ("infiniband", "ethernet", "cloud")
        ), link.id


def test_links_times_rate_is_the_rate_of_the_gpu(facts: Catalog) -> None:
    # GB/s of one link, one way: NVLink 1 to 6, xGMI of three generations
    rates = {"nvlink1": 20, "nvlink2": 25, "nvlink3": 25, "nvlink4": 25, "nvlink5": 50,
             "nvlink6": 50, "xgmi-mi250x": 50, "xgmi-mi300x": 64, "xgmi-mi355x": 76.5}  # fmt: skip
    raw = yaml.safe_load((facts.root / "hardware" / "links.yml").read_text())["links"]
    for name, rate in rates.items():
        total = raw[name]["links_per_gpu"] * rate * 1e9
        assert facts.links[name].per_direction == pytest.approx(total), name


def test_port_rates_are_lanes_times_rate_less_coding(facts: Catalog) -> None:
    # Gb/s a lane on the wire (rdma-core); 64b/66b, then PAM4 with 256b/257b and RS(544,514)
    for name, lane, coding in (
        ("ib-fdr", 14.0625, 64 / 66),
        ("ib-edr", 25.78125, 64 / 66),
        ("ib-hdr", 53.125, 256 / 257 * 514 / 544),
        ("ib-ndr", 106.25, 256 / 257 * 514 / 544),
    ):
        data = 4 * lane * coding * 1e9 / 8
        assert facts.links[name].per_direction == pytest.approx(data, rel=1e-4), name


def test_pcie_rates_are_transfers_times_lanes_less_coding(facts: Catalog) -> None:
    for name, transfers, coding in (
        ("pcie3", 8, 128 / 130),
        ("pcie4", 16, 128 / 130),
        ("pcie5", 32, 128 / 130),
        ("pcie6", 64, 242 / 256),
    ):
        data = transfers * 16 / 8 * coding * 1e9
        assert facts.links[name].per_direction == pytest.approx(data, rel=1e-3), name


def test_adapters_of_a_node_run_at_the_rate_of_their_port(facts: Catalog) -> None:
    raw = yaml.safe_load((facts.root / "hardware" / "nodes.yml").read_text())["nodes"]
    for node in facts.nodes.values():
        if raw[node.id]["nics"] is not None:
            fabric = node.need_fabric()
            assert fabric.injection == pytest.approx(fabric.nics * fabric.nic_rate), node.id
            port = facts.links[raw[node.id]["nic_link"]]
            assert fabric.nic_rate == port.per_direction, node.id


def test_a_pair_has_what_its_topology_gives(facts: Catalog) -> None:
    for node in facts.nodes.values():
        if node.scale_up_kind == "switch":
            assert node.scale_up_rate(2) == node.gpu.scale_up, node.id
        else:
            assert node.scale_up_rate(2) == pytest.approx(node.gpu.pair), node.id


def test_halving_the_bits_doubles_the_rate_where_vendors_say_so(facts: Catalog) -> None:
    for gpu in facts.gpus.values():
        peak = {name: rate for name, rate in gpu.peak.items() if rate is not None}
        assert peak.get("bf16", peak.get("fp16")) == peak.get("fp16")
        if gpu.id not in ("rubin", "l40s") and {"fp8", "bf16"} <= set(peak):  # 4.4 and 2.02
            assert peak["fp8"] == pytest.approx(2 * peak["bf16"], rel=2e-3), gpu.id
        for measured, rate in gpu.matmul_measured.items():
            assert 0.4 * peak[measured] < rate < 0.95 * peak[measured], gpu.id


def test_nothing_unknown_is_zero(facts: Catalog) -> None:
    for gpu in facts.gpus.values():
        numbers = [*gpu.peak.values(), gpu.memory, gpu.memory_bandwidth, gpu.sm_count, gpu.tdp_w]
        assert 0 not in numbers, gpu.id
        for fact in ("memory", "memory_bandwidth", "sm_count", "tdp_w"):
            if getattr(gpu, fact) is None:
                with pytest.raises(UnknownFact, match=f"{fact} is not known"):
                    gpu.need(fact)


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
