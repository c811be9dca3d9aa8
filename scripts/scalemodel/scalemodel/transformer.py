"""The model being trained and how it is laid out over GPUs. Counts only: no time, no hardware."""

from dataclasses import dataclass, replace

from scalemodel.errors import ScaleModelError

RECOMPUTE = ("none", "selective", "full")


@dataclass(frozen=True, slots=True)
class Transformer:
    """A decoder. `ffn` is the inner width of the MLP; `gated` MLPs have three matrices, others two.

    For mixture-of-experts layers `experts` > 1, each token visits `experts_per_token` of them and
    `expert_ffn` is the inner width of one; `shared_expert_ffn` is added for every token.
    """

    name: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    ffn: int
    gated: bool
    vocab: int
    seq: int
    tied_embeddings: bool = False
    experts: int = 1
    experts_per_token: int = 1
    expert_ffn: int | None = None
    shared_expert_ffn: int = 0
    source: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("layers", "hidden", "heads", "kv_heads", "ffn", "vocab", "seq"):
            if getattr(self, field) < 1:
                raise ScaleModelError(f"model {self.name}: {field} must be at least 1")
        if not 1 <= self.experts_per_token <= max(1, self.experts):
            raise ScaleModelError(
                f"model {self.name}: experts_per_token ({self.experts_per_token}) must be from 1 "
                f"to experts ({self.experts})"
            )
        if self.experts < 1 or (self.expert_ffn or 1) < 1 or self.shared_expert_ffn < 0:
            raise ScaleModelError(
                f"model {self.name}: experts and expert_ffn must be at least 1, "
                "shared_expert_ffn at least 0"
            )
        if self.heads % self.kv_heads:
            raise ScaleModelError(
                f"model {self.name}: heads ({self.heads}) must be a multiple of kv_heads "
                f"({self.kv_heads})"
            )

    def with_seq(self, seq: int) -> "Transformer":
        """The same model on sequences of `seq` tokens."""
        return replace(self, seq=seq)

    @property
    def mlp_matrices(self) -> int:
        """Weight matrices of one MLP."""
        return 3 if self.gated else 2

    @property
    def kv_width(self) -> int:
        """Width of the keys, and of the values."""
        return self.hidden * self.kv_heads // self.heads

    @property
    def attention_parameters(self) -> int:
        """Parameters of the attention of one layer (biases and norms left out: below 0.1 %)."""
        return self.hidden * (2 * self.hidden + 2 * self.kv_width)

    @property
    def expert_parameters(self) -> int:
        """Parameters of one expert; of the MLP if there are no experts."""
        return self.mlp_matrices * self.hidden * (self.expert_ffn or self.ffn)

    @property
    def dense_layer_parameters(self) -> int:
        """Parameters of one layer that every GPU of an expert-parallel group holds."""
        if self.experts == 1:
            return self.attention_parameters + self.expert_parameters
        shared = self.mlp_matrices * self.hidden * self.shared_expert_ffn
        return self.attention_parameters + shared + self.hidden * self.experts

    @property
    def layer_parameters(self) -> int:
        """Parameters of one layer, all experts included."""
        routed = self.experts * self.expert_parameters if self.experts > 1 else 0
        return self.dense_layer_parameters + routed

    @property
    def embedding_parameters(self) -> int:
        """Parameters of the input and output embeddings (one matrix if tied)."""
        return (1 if self.tied_embeddings else 2) * self.vocab * self.hidden

    @property
    def parameters(self) -> int:
        """All parameters."""
        return self.layers * self.layer_parameters + self.embedding_parameters

    @property
    def active_layer_parameters(self) -> int:
        """Parameters of one layer that one token meets."""
        routed = self.experts_per_token * self.expert_parameters if self.experts > 1 else 0
        return self.dense_layer_parameters + routed

    @property
    def flops_per_token(self) -> float:
        """Model FLOP for one token, forward and backward, recomputation excluded.

        6 per matrix parameter that the token meets, the output embedding included and the input
        lookup not, plus 12 * layers * hidden * seq for attention over the full square: the
        convention of Megatron-LM (arXiv:2104.04473, eq. 3 without recomputation; arXiv:2205.05198,
        appendix A). Counting only the causal half would halve the last term.
        """
        matrices = self.layers * self.active_layer_parameters + self.vocab * self.hidden
        return 6 * matrices + 12 * self.layers * self.hidden * self.seq


@dataclass(frozen=True, slots=True)
class Layout:
    """How one model is spread over GPUs, and how one step is cut into micro-batches.

    tp, pp, cp, dp, ep: tensor, pipeline, context, data, expert parallel sizes (ep divides dp * cp).
    `virtual_pp` model chunks per GPU (interleaved 1F1B; 1 = plain 1F1B). `zero` 0-3: what data
    parallel ranks shard (1 optimizer, 2 and gradients, 3 and parameters: FSDP).
    `micro_batch` and `global_batch` count sequences.
    """

    tp: int = 1
    pp: int = 1
    virtual_pp: int = 1
    cp: int = 1
    dp: int = 1
    ep: int = 1
    zero: int = 0
    sequence_parallel: bool = False
    flash_attention: bool = True
    dp_overlap: bool = True
    tp_overlap: bool = False
    recompute: str = "none"
    precision: str = "bf16"
    gradient_bytes: int = 2
    micro_batch: int = 1
    global_batch: int = 1
    framework: str = ""

    @property
    def gpus(self) -> int:
        """GPUs in use."""
        return self.tp * self.pp * self.cp * self.dp

    @property
    def micro_batches(self) -> int:
        """Micro-batches that each data-parallel rank runs in one step."""
        return self.global_batch // (self.dp * self.micro_batch)

    def check(self, model: Transformer) -> None:
        """Raise `ScaleModelError` if the layout is impossible for `model`, saying why."""
        for name in ("tp", "pp", "virtual_pp", "cp", "dp", "ep", "micro_batch", "global_batch"):
            if getattr(self, name) < 1:
                raise ScaleModelError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.zero not in (0, 1, 2, 3):
            raise ScaleModelError(f"zero must be 0, 1, 2 or 3, not {self.zero}")
        if self.recompute not in RECOMPUTE:
            raise ScaleModelError(
                f"recompute must be one of {', '.join(RECOMPUTE)}, not {self.recompute!r}"
            )
        if model.heads % self.tp:
            raise ScaleModelError(
                f"tp {self.tp} does not divide the {model.heads} attention heads of {model.name}"
            )
        if self.pp * self.virtual_pp > model.layers + 2:  # the ends may have a chunk less
            raise ScaleModelError(
                f"pp {self.pp} x virtual_pp {self.virtual_pp} exceeds the {model.layers} layers of "
                f"{model.name}"
            )
        if model.seq % self.cp:
            raise ScaleModelError(
                f"cp {self.cp} does not divide the sequence of {model.seq} tokens"
            )
        if self.global_batch % (self.dp * self.micro_batch):
            raise ScaleModelError(
                f"global batch {self.global_batch} is not a multiple of dp {self.dp} x micro-batch "
                f"{self.micro_batch}"
            )
        if self.ep > 1 and (model.experts % self.ep or (self.dp * self.cp) % self.ep):
            raise ScaleModelError(
                f"ep {self.ep} must divide the {model.experts} experts of {model.name} and "
                f"dp x cp = {self.dp * self.cp}"
            )
