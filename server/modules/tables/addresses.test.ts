import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const [withoutUrl, withUrl] = [testServer(), testServer({ publicUrl: 'https://masa.example' })]
const addresses = async (server: typeof withoutUrl) => (await server.asOwner('GET', '/api/tables/addresses')).json()

it('the public URL of QR codes is the configured one, and the list of network addresses is empty until the server listens', async () => {
  expect(await addresses(withoutUrl)).toEqual({ publicUrl: null, isFixed: false, network: [] })
  expect(await addresses(withUrl)).toEqual({ publicUrl: 'https://masa.example', isFixed: true, network: [] })
})

it("the network addresses have the server's port, and a server that listens only on localhost has none", async () => {
  await withoutUrl.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await addresses(withoutUrl)).network).toEqual([])
  await withUrl.app.listen({ port: 0, host: '0.0.0.0' })
  const address = withUrl.app.server.address()
  const port = typeof address === 'object' && address?.port
  for (const url of (await addresses(withUrl)).network) expect(new URL(url).port).toBe(String(port))
})
