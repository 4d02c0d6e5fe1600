import { json, post } from './means.ts'
import { inHours } from './reservations.ts'
import { type RequestOptions, request, type Target } from './target.ts'

/** A request of a machine or a guest of the restaurant, whose only proof is a token, from the attacker's address. */
export interface Neighbour {
  path: string
  status: number
  options: RequestOptions
}

const FISCAL_PROFILE = { groups: { none: 2 }, articleGroup: 1, codes: { 1: 1 }, withTaxNumber: true }

/** Adds a printer that asks by itself, a fiscal device, and a guest with a reservation. */
export async function addNeighbours(target: Target, cookie: string): Promise<Neighbour[]> {
  const made = async (path: string, body: object, headers = {}): Promise<Record<string, string>> =>
    JSON.parse((await request(target, path, post(json(body), headers)))?.body ?? '{}')
  const device = async (body: object) => {
    const { id } = await made('/api/printers', body, { cookie })
    return (await made(`/api/printers/${id}/token`, {}, { cookie })).token
  }
  const star = await device({ name: 'Cloud', kind: 'star', mode: 'text' })
  const bridge = await device({ name: 'Casa', kind: 'fiscal', profile: FISCAL_PROFILE })
  const guest = { at: inHours(36), party: 1, name: 'Guest', phoneNumber: '0712 345 678' }
  const { link } = await made('/api/reservations', guest)
  return [
    { path: `/api/printing/${star}`, status: 200, options: post('{}') },
    { path: `/api/printing/${bridge}/next`, status: 204, options: post('{}') },
    { path: `${link?.replace('/reserve/', '/api/reservations/mine/')}`, status: 200, options: {} },
  ]
}
