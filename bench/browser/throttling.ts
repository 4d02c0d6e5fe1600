/** Checks that the browser's throttling has the configured strength. */
import type { Browser } from '@playwright/test'
import { median } from '../figures.ts'
import { print, whole } from '../parts/report.ts'
import { SLOW, slowCpu, slowNetwork, takePhone } from './phone.ts'
import { workInPage } from './watch.ts'

const TOLERANCE = 0.15

/** @param origin a server with the uncacheable paths /byte and /blob */
export async function checkThrottling(browser: Browser, origin: string): Promise<void> {
  const phone = await takePhone(browser)
  const { page } = phone
  await page.goto(`${origin}/byte`)
  await slowNetwork(phone)
  const download = (path: string) =>
    page.evaluate(async (url) => {
      const began = performance.now()
      const { byteLength } = await (await fetch(url)).arrayBuffer()
      return { ms: performance.now() - began, bytes: byteLength }
    }, path)
  await download('/byte')
  const roundTrips = [await download('/byte'), await download('/byte'), await download('/byte')].map(({ ms }) => ms)
  const roundTripMs = median(roundTrips)
  const blob = await download('/blob')
  const kilobits = (blob.bytes * 8) / (blob.ms - roundTripMs)
  const slowdowns: number[] = []
  for (let round = 0; round < 3; round++) {
    await slowCpu(phone, 1)
    const fast = await page.evaluate(workInPage)
    await slowCpu(phone)
    slowdowns.push((await page.evaluate(workInPage)) / fast)
  }
  await phone.close()
  const cpu = median(slowdowns)
  print(
    `  the phone, as measured: ${whole(kilobits)} kbit/s, ${whole(roundTripMs)} ms to the first byte, ` +
      `the same work takes ${cpu.toFixed(1)} times as long`,
  )
  const deviations = [kilobits / SLOW.kilobitsPerSecond, roundTripMs / SLOW.roundTripMs, cpu / SLOW.cpu]
  if (deviations.some((ratio) => Math.abs(ratio - 1) > TOLERANCE)) {
    print(
      `  THE THROTTLING IS OFF: wanted ${SLOW.kilobitsPerSecond} kbit/s, ${SLOW.roundTripMs} ms, ${SLOW.cpu} times as long`,
    )
  }
}
