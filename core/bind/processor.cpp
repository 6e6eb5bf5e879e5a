// Detection of the processor kind, as a separate module: Python calls it before it loads a build of
// the core.
#include <Python.h>

#include "ludothek/processor.hpp"

namespace {

PyObject* kind(PyObject*, PyObject*) { return PyUnicode_FromString(ludothek::processor_kind()); }

PyMethodDef functions[] = {
    {"kind", kind, METH_NOARGS, "The kind of this processor: baseline, v3 or v4."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_processor", nullptr, 0, functions, nullptr,
                          nullptr,               nullptr,      nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__processor() { return PyModuleDef_Init(&definition); }
