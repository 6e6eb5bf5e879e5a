"""The part of NumPy that the table of Splash! uses, for browsers; it is not NumPy.

There is no build of NumPy that could be sent among our own files, and it would be larger than all
of our Python. The arithmetic is done by JavaScript (`web/src/local/arrays.ts`), in doubles.
"""

from array import array as _buffer
from math import ceil, floor

from ludothek_table import NdArray as _Js
from pyodide.ffi import to_js

float64 = int16 = int32 = int_ = bool_ = dtype = object()  # all numbers are doubles


class ndarray:  # noqa: N801
    """An array, or a view of one."""

    __slots__ = ("_owner", "js")

    def __init__(self, js, owner=None):
        self.js = js
        self._owner = owner  # it has to stay as long as its numbers are seen

    @property
    def shape(self):
        """The length of each axis."""
        return tuple(self.js.shape.to_py())

    def __len__(self):
        return self.js.along(0)

    def __iter__(self):
        return iter(self.tolist()) if self.js.axes == 1 else (self[i] for i in range(len(self)))

    def __getitem__(self, key):
        if isinstance(key, ndarray):
            return ndarray(self.js.masked(key.js))
        if isinstance(key, list):
            return ndarray(self.js.taken(to_js(key)))
        return self._seen(key if isinstance(key, tuple) else (key,))

    def __setitem__(self, key, value):
        self[key].js.assign(_operand(value))

    def _seen(self, key):
        """A view, or a single number."""
        js, axis = self.js, 0
        for part in key:
            if part is None:
                js, axis = js.widened(axis), axis + 1
            elif isinstance(part, slice):
                places = range(js.along(axis))[part]
                js, axis = js.sliced(axis, places.start, len(places), places.step), axis + 1
            else:
                js = js.picked(axis, range(js.along(axis))[part])
        return ndarray(js, self._owner) if js.axes else js.item()

    @property
    def T(self):  # noqa: N802
        """The axes in reverse order."""
        return ndarray(self.js.transposed(), self._owner)

    def reshape(self, *shape):
        """The same numbers in another shape."""
        return ndarray(self.js.reshaped(*shape), self._owner)

    def copy(self):
        """The numbers as they are now."""
        return ndarray(self.js.copied())

    def astype(self, _):
        """All numbers are doubles."""
        return self

    def tolist(self):
        """Lists in lists."""
        return _nested(self.js.values().to_py().tolist(), self.shape)

    def tobytes(self):
        """Whole numbers of 16 bits each."""
        return self.js.shorts().to_bytes()

    def sum(self, axis):
        """Along an axis."""
        return ndarray(self.js.reduced("add", axis))

    def mean(self, axis):
        """Along an axis."""
        return self.sum(axis) / self.js.along(axis)

    def min(self, axis=None):
        """The smallest number."""
        return self._reduced("minimum", axis)

    def max(self, axis=None):
        """The largest number."""
        return self._reduced("maximum", axis)

    def all(self, axis=None):
        """Is none of them false?"""
        return self._reduced("minimum", axis)

    def any(self):
        """Is one of them true?"""
        return bool(self.js.together("any"))

    def _reduced(self, name, axis):
        if axis is None:
            return self.js.together(name)
        return ndarray(self.js.reduced(name, axis))

    def __matmul__(self, other):
        return (self * other).js.reduced("add", 0).item()

    def __imul__(self, other):
        self.js.assign((self * other).js)
        return self

    def __neg__(self):
        return ndarray(self.js.unary("negative"))

    def __abs__(self):
        return ndarray(self.js.unary("abs"))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return asarray(other) / self

    __hash__ = None


def _works(name):
    return lambda self, other: ndarray(self.js.binary(name, _operand(other)))


for _method, _name in {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "and": "and",
    "eq": "equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}.items():
    setattr(ndarray, f"__{_method}__", _works(_name))


def asarray(values):
    """An array of numbers, or of lists of them."""
    if isinstance(values, ndarray):
        return values
    flat, shape = _flat(values)
    return ndarray(_Js.of(to_js(_buffer("d", flat)), *shape))


def array(values, dtype=None):  # noqa: ARG001
    """The same, of numbers of its own."""
    return stack(values) if _holds_arrays(values) else asarray(values).copy()


def stack(arrays, axis=0):
    """Beside each other along a new axis."""
    parts = [ndarray(one.js.widened(0)) for one in arrays]
    joined = concatenate(parts)
    return joined.T if axis else joined


def concatenate(arrays):
    """After each other along the first axis."""
    return ndarray(_Js.joined(*(one.js for one in arrays)))


def hstack(arrays):
    """After each other along the second axis."""
    return concatenate([one.T for one in arrays]).T


def column_stack(arrays):
    """The same; a single row becomes a column."""
    return hstack([one if len(one.shape) > 1 else one[:, None] for one in arrays])


def zeros(shape):
    """Nothing but 0."""
    lengths = shape if isinstance(shape, tuple) else (shape,)
    length = 1
    for each in lengths:
        length *= each
    return ndarray(_Js.of(to_js(_buffer("d", bytes(8 * length))), *lengths))


empty = zeros


def arange(start, stop=None, step=1):
    """Numbers at equal distances."""
    first, end = (0, start) if stop is None else (start, stop)
    return asarray([first + i * step for i in range(max(0, ceil((end - first) / step)))])


def frombuffer(data, _):
    """Whole numbers of 16 bits each."""
    return asarray(memoryview(data).cast("h").tolist())


def quantile(values, shares):
    """What so many of the values are below; between two of them, in proportion."""
    ranked, wanted = sorted(values), []
    for share in shares:
        place = share * (len(ranked) - 1)
        low = floor(place)
        high = min(low + 1, len(ranked) - 1)
        wanted.append(ranked[low] + (ranked[high] - ranked[low]) * (place - low))
    return asarray(wanted)


def subtract(one, other, dtype=None):  # noqa: ARG001
    """The difference."""
    return one - other


def minimum(one, other):
    """The smaller one of each two."""
    return ndarray(one.js.binary("minimum", _operand(other)))


def clip(values, low, high):
    """Nothing beyond two limits."""
    return ndarray(values.js.binary("maximum", low).binary("minimum", high))


def _maps(name):
    return lambda values: ndarray(values.js.unary(name))


abs = _maps("abs")  # noqa: A001
exp = _maps("exp")
isfinite = _maps("isfinite")
rint = _maps("rint")


def _operand(value):
    return value if isinstance(value, int | float) else asarray(value).js


def _holds_arrays(values):
    return not isinstance(values, ndarray) and any(isinstance(one, ndarray) for one in values)


def _flat(values):
    """All numbers in order, and the shape."""
    if isinstance(values, int | float):
        return [values], ()
    parts = [_flat(value) for value in values]
    return [number for flat, _ in parts for number in flat], (
        len(parts),
        *(parts[0][1] if parts else ()),
    )


def _nested(flat, shape):
    if len(shape) < 2:
        return flat if shape else flat[0]
    size = len(flat) // shape[0] if shape[0] else 0
    return [_nested(flat[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]
