import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DEVICE, type DevicePaper, printOnDevice } from '#shared/domain/fiscal/device.fixture.ts'

/** How a driver answers. `silent` prints and answers nothing; `deaf` does not even print. */
export type DriverManner = 'at once' | 'late' | 'half' | 'half, then whole' | 'twice' | 'wrongly' | 'silent' | 'deaf'

/** A driver that watches one folder and answers in another, as FiscalNet does. */
export function startFiscalDriver(inbox: string, outbox: string, device = DEVICE) {
  const papers: { name: string; paper: DevicePaper }[] = []
  const refused: { name: string; why: string }[] = []
  const seen: string[] = []
  const later = new Set<NodeJS.Timeout>()
  const after = (ms: number, work: () => void) => later.add(setTimeout(work, ms))
  const driver = { manner: 'at once' as DriverManner, lateMs: 700, papers, refused, seen, stop }

  function take(file: string): void {
    const name = path.basename(file, '.txt')
    const text = readFileSync(path.join(inbox, file), 'latin1')
    rmSync(path.join(inbox, file))
    seen.push(name)
    const paper = printOnDevice(text, device)
    if (typeof paper === 'string') refused.push({ name, why: paper })
    else papers.push({ name, paper })
    const [first, ...rest] =
      typeof paper === 'string'
        ? ['BONOK=0', 'ERRCODE=-112001', `ERRINFO=${paper}`]
        : ['BONOK=1', `NRBON=${papers.length}`]
    const whole = `${[first, ...rest].join('\r\n')}\r\n`
    const answer = (words: string) => {
      if (existsSync(outbox)) writeFileSync(path.join(outbox, file), words)
    }
    const { manner } = driver
    if (manner === 'late') after(driver.lateMs, () => answer(whole))
    else if (manner === 'half' || manner === 'half, then whole') answer('BONO')
    else if (manner === 'wrongly') answer('Receipt printed, thank you\r\n')
    else if (manner !== 'silent') answer(whole)
    if (manner === 'twice') after(50, () => answer(whole))
    if (manner === 'half, then whole') after(driver.lateMs, () => answer(whole))
  }

  const watch = setInterval(() => {
    if (driver.manner === 'deaf' || !existsSync(inbox)) return
    for (const file of readdirSync(inbox)) if (file.endsWith('.txt')) take(file)
  }, 20)

  function stop(): void {
    clearInterval(watch)
    for (const timer of later) clearTimeout(timer)
  }
  return driver
}
