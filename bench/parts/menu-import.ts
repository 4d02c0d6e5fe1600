/** Measures importing a menu of 2,000 dishes while guests read it. */
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { OtherWork } from '../beside.ts'
import { quantile } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareRatioAtMost, ms, print, printFigures, title } from './report.ts'

const DISHES = 2_000
const READS_PER_SECOND = 50
const MAX_MS = 3_000
const MAX_TIMES_USUAL = 2
/** How long reads are measured after the import's response, because pages then fetch the new menu. */
const AFTERWARDS_MS = 1_000

/** Imports the same dishes again and again, each time with other prices. */
export async function importWork({ port }: BenchServers['product']): Promise<OtherWork> {
  const address = `http://127.0.0.1:${port}`
  const cookie = await signInOwner(address)
  await importCsv(address, cookie, newDishes())
  const files = [await withOtherPrices(address, cookie, 1), await withOtherPrices(address, cookie, 2)]
  let imports = 0
  return { name: 'imports', work: () => importCsv(address, cookie, files[imports++ % 2] ?? '') }
}

export async function measureMenuImport({ product }: BenchServers, plan: Plan): Promise<void> {
  const { port } = product
  const address = `http://127.0.0.1:${port}`
  const cookie = await signInOwner(address)
  title(
    `Import of a menu of ${DISHES.toLocaleString('en')} dishes, ${READS_PER_SECOND} reads of it a second meanwhile; baseline: the same reads alone`,
  )
  const first = await importCsv(address, cookie, newDishes())
  print(`  ${'all of them are new'.padEnd(30)} ${ms(first)}`)
  const importTimes: number[] = []
  const reads = { product: [] as number[], baseline: [] as number[] }
  for (let round = 1; round <= plan.rounds; round++) {
    const csv = await withOtherPrices(address, cookie, round)
    reads.baseline.push(await readTimeDuring(port, () => setTimeout(plan.seconds * 1000)))
    const whileImported = async () => {
      importTimes.push(await importCsv(address, cookie, csv))
      await setTimeout(AFTERWARDS_MS)
    }
    reads.product.push(await readTimeDuring(port, whileImported))
  }
  const goal = { wanted: `each ≤ ${ms(MAX_MS)}`, isReached: Math.max(...importTimes) <= MAX_MS }
  printFigures('each dish has another price', { product: importTimes, baseline: [] }, ms, goal)
  compareRatioAtMost('99 of 100 reads', reads, ms, MAX_TIMES_USUAL)
}

async function importCsv(address: string, cookie: string, csv: string): Promise<number> {
  const body = new FormData()
  body.set('csvFile', new Blob([csv]), 'menu.csv')
  const began = performance.now()
  const response = await fetch(`${address}/api/menu/import-csv`, { method: 'POST', headers: { cookie }, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`the import got the status ${response.status}: ${text.slice(0, 200)}`)
  return performance.now() - began
}

/** A CSV of dishes with texts as long as real ones. */
function newDishes(): string {
  const words = 'cu smântână, usturoi, ardei iute, mămăligă, brânză, roșii, ceapă roșie, busuioc și pâine'.split(', ')
  const text = (i: number, length: number) =>
    Array.from({ length }, (_, at) => words[(i * 7 + at * (1 + (i % 5))) % words.length]).join(', ')
  const rows = Array.from({ length: DISHES }, (_, i) => {
    const category = `${i % 60}`
    const values = `${i % 900},${i % 40},${(i % 70) / 2},${i % 30},1,${i % 9},3.5,${(i % 30) / 10}`
    return `Dish ${i},Preparat ${i},"${text(i, 6)}","${text(i + 3, 6)}",${1000 + i},Imported ${category},Importate ${category},special|fresh,milk|eggs,${values},"${text(i, 9)}"`
  })
  const columns =
    'name,nameRo,description,descriptionRo,price,category,categoryRo,tags,allergenCodes,calories,protein,carbs,fat,fiber,saturates,sugars,salt,ingredientsRo'
  return [columns, ...rows].join('\r\n')
}

/** Exports the imported dishes, and raises the price of each. @returns the CSV */
async function withOtherPrices(address: string, cookie: string, raise: number): Promise<string> {
  const response = await fetch(`${address}/api/menu/export-csv`, { headers: { cookie } })
  const [columns, ...rows] = (await response.text()).split('\r\n')
  const raised = rows.flatMap((row) => {
    const changed = row.replace(/,(\d+),(?=Imported \d+,)/, (_, price) => `,${Number(price) + raise},`)
    return changed === row ? [] : [changed]
  })
  return [columns, ...raised].join('\r\n')
}

/**
 * Reads the menu at a constant rate during the work.
 * @returns the 99th percentile in milliseconds, from the time that each request was due to the end of its response
 */
async function readTimeDuring(port: number, work: () => Promise<unknown>): Promise<number> {
  const agent = new http.Agent({ keepAlive: true })
  const durations: Promise<number>[] = []
  const began = performance.now()
  let isOver = false
  const reading = (async () => {
    for (let i = 0; !isOver; i++) {
      const due = began + (i * 1000) / READS_PER_SECOND
      await setTimeout(Math.max(0, due - performance.now()))
      durations.push(read(port, agent).then(() => performance.now() - due))
    }
  })()
  await work()
  isOver = true
  await reading
  const milliseconds = await Promise.all(durations)
  agent.destroy()
  return quantile(milliseconds, 0.99)
}

function read(port: number, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    http
      .get({ port, host: '127.0.0.1', path: '/api/menu', headers, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`a read got the status ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      .on('error', reject)
  })
}
