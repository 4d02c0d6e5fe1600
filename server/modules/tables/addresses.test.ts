import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const [bare, known] = [testServer(), testServer({ publicUrl: 'https://masa.example' })]
const addresses = async (server: typeof bare) =>
  (await server.call('GET', '/api/tables/addresses', undefined, { headers: { cookie: server.owner } })).json()

it('the address of the codes is the public one where it is set; the network has none until the server listens', async () => {
  expect(await addresses(bare)).toEqual({ publicUrl: null, isFixed: false, network: [] })
  expect(await addresses(known)).toEqual({ publicUrl: 'https://masa.example', isFixed: true, network: [] })
})

it('the network has the port that is listened on, and this machine alone is no network', async () => {
  await bare.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await addresses(bare)).network).toEqual([])
  await known.app.listen({ port: 0, host: '0.0.0.0' })
  const address = known.app.server.address()
  const port = typeof address === 'object' && address?.port
  for (const url of (await addresses(known)).network) expect(new URL(url).port).toBe(String(port))
})
