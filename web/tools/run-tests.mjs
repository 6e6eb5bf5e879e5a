// Run pytest in the whole Pyodide, which sees this repository: `node --stack-size=6000 tools/run-tests.mjs PACKAGES ARGUMENT …`.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPyodide } from 'pyodide'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUN = `
import os, sys
os.chdir("/repository")
sys.path += ["/repository", "/repository/src", "/packages"]
import pytest
int(pytest.main(arguments))
`

const [packages, ...rest] = process.argv.slice(2)
const python = await loadPyodide({
  env: {
    HOME: '/home/pyodide',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', // what is needed is named
    PYTHONDONTWRITEBYTECODE: '1', // the mounted folders belong to another Python
  },
})
python.registerJsModule('ludothek_core', {}) // it is imported, and not called
python.mountNodeFS('/repository', ROOT)
python.mountNodeFS('/packages', resolve(packages))
const globals = python.toPy({ arguments: rest })
process.exitCode = python.runPython(RUN, { globals })
