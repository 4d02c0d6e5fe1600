/* A stand-in for a fiscal device: it refuses whatever only some devices tolerate. */

/** What a device prints on one receipt, in bani. */
export interface DevicePaper {
  taxNumber: string | null
  lines: { name: string; group: number; sum: number }[]
  payments: { code: number; amount: number }[]
  total: number
  change: number
}

export interface FiscalDevice {
  /** The VAT groups that are programmed. */
  groups: readonly number[]
  nameMax: number
}

export const DEVICE: FiscalDevice = { groups: [1, 2, 4], nameMax: 36 }

class DeviceError extends Error {}

/** Prints one receipt as a strict device does. @returns the paper, or why the device refuses it */
export function printOnDevice(text: string, device = DEVICE): DevicePaper | string {
  try {
    return paperOf(text, device)
  } catch (error) {
    if (error instanceof DeviceError) return error.message
    throw error
  }
}

function paperOf(text: string, { groups, nameMax }: FiscalDevice): DevicePaper {
  const must = (isRight: boolean, what: string) => {
    if (!isRight) throw new DeviceError(what)
  }
  const whole = (field: string | undefined) => {
    must(/^[1-9]\d{0,8}$/.test(field ?? ''), `no whole number above 0: ${field}`)
    return Number(field)
  }
  must(/^[\x20-\x7E\r\n]*$/.test(text), 'not ASCII')
  must(/^([^\r\n]+\r\n)+$/.test(text), 'a line without CRLF, or an empty one')
  const paper: DevicePaper = { taxNumber: null, lines: [], payments: [], total: 0, change: 0 }
  const left = () => paper.total - paper.payments.reduce((sum, { amount }) => sum + amount, 0)
  let above = ''
  for (const [i, row] of text.trimEnd().split('\r\n').entries()) {
    const [command = '', ...fields] = row.split('^')
    const [name = '', price, quantity, unit = '', group, articles] = fields
    must(command === 'P' || paper.payments.length === 0, `after the payments: ${row}`)
    if (command === 'CF') {
      must(i === 0, 'the tax number is not first')
      must(/^(RO)?\d{2,10}$/.test(name), `no tax number: ${name}`)
      paper.taxNumber = name
    } else if (command === 'S') {
      must(fields.length === 6, `not seven fields: ${row}`)
      must(name.length > 0 && name.length <= nameMax && name === name.trim(), `a wrong name: ${name}`)
      must(unit.length > 0 && unit.length <= 3, `a wrong unit: ${unit}`)
      must(groups.includes(whole(group)), `not programmed: group ${group}`)
      whole(articles)
      const sum = Math.floor((whole(price) * whole(quantity)) / 1000 + 0.5)
      paper.lines.push({ name, group: Number(group), sum })
      paper.total += sum
    } else if (command === 'DV') {
      must(above === 'S' && fields.length === 1, `a discount that is not below its article: ${row}`)
      const line = paper.lines.at(-1)
      if (line) line.sum -= whole(name)
      paper.total -= whole(name)
      must((line?.sum ?? 0) > 0, 'a discount of the whole article')
    } else if (command === 'P') {
      must(fields.length === 2, `not three fields: ${row}`)
      const [code, amount] = [whole(name), whole(price)]
      must(code <= 9, `no payment: ${code}`)
      must(left() > 0, 'paid already')
      must(code === 1 || amount <= left(), 'more than the rest, and not cash')
      paper.payments.push({ code, amount })
    } else must(false, `unknown: ${row}`)
    above = command
  }
  must(paper.lines.length > 0, 'nothing sold')
  must(left() <= 0, 'too little paid')
  return { ...paper, change: 0 - left() }
}
