// Run a Python file in the packed Python, with arguments: `node tools/run-python.mjs FOLDER FILE …`.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, file, ...rest] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: resolve(folder) })
python.FS.writeFile('/ludothek.zip', readFileSync(join(folder, 'ludothek.zip')))
const sys = python.pyimport('sys')
sys.path.insert(0, '/ludothek.zip')
sys.argv = python.toPy([file, ...rest])
const globals = python.toPy({ __name__: '__main__' })
python.setStdout({ batched: (text) => console.log(text) })
python.runPython(readFileSync(file, 'utf8'), { globals })
