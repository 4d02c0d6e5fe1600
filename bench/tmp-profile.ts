import { readFileSync } from 'node:fs'
import http from 'node:http'
import { openTemporary, temporaryFolder } from '#server/db/embedded/temporary.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { startProcess } from '#server/testing/process.ts'
import { startChild } from './calls.ts'
import type { GeneratorCalls } from './load/generator.ts'
import type { FastifyCalls } from './limits/fastify.ts'
import { fill } from './product.ts'
const generator = await startChild<GeneratorCalls>(new URL('./load/generator.ts', import.meta.url))
const database = await openTemporary()
const url = await createDatabase(database.url, 'p')
const product = await startProcess({ DATA_DIR: await temporaryFolder(), DATABASE_URL: url, PORT: '0', OWNER_USERNAME: 'owner', OWNER_PASSWORD: 'bench-owner', GUEST_WRITES_PER_MINUTE: '1000000000' })
await fill(url)
const path='/api/menu'
const rec: any = await new Promise((resolve) => http.get({ port: product.port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br' } }, async (response) => {
  const chunks = await response.toArray()
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([n]) => !['date','connection','keep-alive','content-length'].includes(n)))
  resolve({ encoding: 'br', etag: response.headers.etag, headers, body: Buffer.concat(chunks).toString('base64') })
}))
const bare = await startChild<FastifyCalls>(new URL('./limits/fastify.ts', import.meta.url))
const barePort = await bare.call('serve', { path, answers: [rec] })
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10000 }
const headersOf = { full: ['accept-encoding: br'], same: ['accept-encoding: br', `if-none-match: ${rec.etag}`] }
for (const [name, headers] of Object.entries(headersOf)) {
  const status = name === 'full' ? 200 : 304
  const one = async (port: number, pid: number, seconds: number) => {
    const c = cpu(pid)
    const { rate } = await generator.call('get', { port, connections: 50, seconds, status, path, headers })
    return (cpu(pid) - c) / (rate * seconds)
  }
  const sides: [number, number][] = [[product.port, product.process.pid!], [barePort, bare.pid]]
  const got: number[][] = [[], []]
  for (let r = 0; r < 8; r++) for (const i of [0, 1]) { const [port, pid] = sides[i]!; const v = await one(port, pid, 1.2); if (r > 0) got[i]!.push(v) }
  const med = (a: number[]) => a.sort((x, y) => x - y)[Math.floor(a.length / 2)]!
  console.log(name, 'product µs', med(got[0]!).toFixed(1), 'bare µs', med(got[1]!).toFixed(1), 'ratio', (med(got[1]!) / med(got[0]!)).toFixed(3), 'min ratio', (Math.min(...got[1]!) / Math.min(...got[0]!)).toFixed(3))
}
await bare.close(); await product.end('SIGTERM'); await generator.close(); await database.close(); process.exit()
