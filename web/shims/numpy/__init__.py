"""The part of NumPy that the table of Splash! uses, for browsers; it is not NumPy.

There is no build of NumPy that could be sent among our own files, and it would be larger than all
of our Python. The arithmetic is done by JavaScript (`web/src/local/arrays.ts`), in doubles.
"""

from array import array as _buffer
from itertools import chain
from math import ceil, floor

from ludothek_table import NdArray as _Js
from pyodide.ffi import to_js

_along = _Js.unbound("along")
_assign = _Js.unbound("assign")
_axes = _Js.unbound("axes")
_binary = _Js.unbound("binary")
_copied = _Js.unbound("copied")
_item = _Js.unbound("item")
_picked = _Js.unbound("picked")
_reduced = _Js.unbound("reduced")
_reshaped = _Js.unbound("reshaped")
_sliced = _Js.unbound("sliced")
_together = _Js.unbound("together")
_transposed = _Js.unbound("transposed")
_unary = _Js.unbound("unary")
_values = _Js.unbound("values")
_widened = _Js.unbound("widened")

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
        return tuple(_along(self.js, axis) for axis in range(_axes(self.js)))

    def __len__(self):
        return _along(self.js, 0)

    def __iter__(self):
        return iter(self.tolist()) if _axes(self.js) == 1 else (self[i] for i in range(len(self)))

    def __getitem__(self, key):
        return self._seen(key if isinstance(key, tuple) else (key,))

    def __setitem__(self, key, value):
        _assign(self[key].js, _operand(value))

    def _seen(self, key):
        """A view, or a single number."""
        js, axis = self.js, 0
        for part in key:
            if part is None:
                js, axis = _widened(js, axis), axis + 1
            elif isinstance(part, slice):
                places = range(_along(js, axis))[part]
                js, axis = _sliced(js, axis, places.start, len(places), places.step), axis + 1
            else:
                js = _picked(js, axis, range(_along(js, axis))[part])
        return ndarray(js, self._owner) if _axes(js) else _item(js)

    @property
    def T(self):  # noqa: N802
        """The axes in reverse order."""
        return ndarray(_transposed(self.js), self._owner)

    def reshape(self, *shape):
        """The same numbers in another shape."""
        return ndarray(_reshaped(self.js, *shape), self._owner)

    def copy(self):
        """The numbers as they are now."""
        return ndarray(_copied(self.js))

    def astype(self, _):
        """All numbers are doubles."""
        return self

    def tolist(self):
        """Lists in lists."""
        return _nested(_values(self.js).to_py().tolist(), self.shape)

    def sum(self, axis):
        """Along an axis."""
        return ndarray(_reduced(self.js, "add", axis))

    def mean(self, axis):
        """Along an axis."""
        return self.sum(axis) / _along(self.js, axis)

    def max(self):
        """The largest number."""
        return _together(self.js, "maximum")

    def all(self):
        """Is none of them false?"""
        return _together(self.js, "minimum")

    def any(self):
        """Is one of them true?"""
        return bool(_together(self.js, "any"))

    def __matmul__(self, other):
        return _item(_reduced((self * other).js, "add", 0))

    def __imul__(self, other):
        _assign(self.js, (self * other).js)
        return self

    def __neg__(self):
        return ndarray(_unary(self.js, "negative"))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    __hash__ = None


def _works(name):
    return lambda self, other: ndarray(_binary(self.js, name, _operand(other)))


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
    return ndarray(_Js.of(to_js(flat), *shape))


def array(values, dtype=None):  # noqa: ARG001
    """The same, of numbers of its own."""
    if isinstance(values, ndarray):
        return values.copy()
    return stack(values) if _holds_arrays(values) else asarray(values)


def stack(arrays, axis=0):
    """Beside each other along a new axis."""
    parts = [ndarray(_widened(one.js, 0)) for one in arrays]
    joined = concatenate(parts)
    return joined.T if axis else joined


def concatenate(arrays):
    """After each other along the first axis."""
    return ndarray(_Js.joined(*(one.js for one in arrays)))


def hstack(arrays):
    """After each other along the second axis."""
    return concatenate([one.T for one in arrays]).T


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


def clip(values, low, high):
    """Nothing beyond two limits."""
    return ndarray(_binary(_binary(values.js, "maximum", low), "minimum", high))


def _maps(name):
    return lambda values: ndarray(_unary(values.js, name))


abs = _maps("abs")  # noqa: A001
isfinite = _maps("isfinite")
rint = _maps("rint")


def _operand(value):
    return value if isinstance(value, int | float) else asarray(value).js


def _holds_arrays(values):
    return isinstance(next(iter(values), None), ndarray)


def _flat(values):
    """All numbers in order, and the shape."""
    if isinstance(values, int | float):
        return _buffer("d", [values]), ()
    try:
        return _buffer("d", values), (len(values),)
    except TypeError:  # lists in a list
        parts = [_flat(value) for value in values]
    return _buffer("d", chain.from_iterable(flat for flat, _ in parts)), (len(parts), *parts[0][1])


def _nested(flat, shape):
    if len(shape) < 2:
        return flat if shape else flat[0]
    size = len(flat) // shape[0] if shape[0] else 0
    if len(shape) == 2:
        return [flat[i : i + size] for i in range(0, len(flat), size)] if size else [[]] * shape[0]
    return [_nested(flat[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]
