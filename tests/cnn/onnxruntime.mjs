// What onnxruntime-web makes of a model and a picture: node onnxruntime.mjs FOLDER REQUEST, where FOLDER holds its
// node_modules and REQUEST is {"model", "input", "shape", "values"}; prints the result's numbers as JSON.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const [folder, file] = process.argv.slice(2)
const ort = createRequire(join(folder, 'package.json'))('onnxruntime-web')
const request = JSON.parse(readFileSync(file))
const data = join(dirname(request.model), 'weights.data')
const options = { executionProviders: ['wasm'], logSeverityLevel: 3 }
if (existsSync(data)) options.externalData = [{ path: basename(data), data: readFileSync(data) }]
ort.env.wasm.numThreads = 1
const session = await ort.InferenceSession.create(readFileSync(request.model), options)
const picture = new ort.Tensor('float32', Float32Array.from(request.values), request.shape)
const results = await session.run({ [request.input]: picture })
console.log(JSON.stringify(Array.from(results[session.outputNames[0]].data)))
