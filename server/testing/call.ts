/** The response to a call: its body is parsed if it is JSON. */
export interface Called<Body> {
  status: number
  body: Body
  /** The cookies that were set, as in a Cookie header. */
  cookie: string
  retryAfter: string | null
}

interface CallOptions {
  headers?: Record<string, string>
  timeoutMs?: number
}

/** Sends a request to a running server. */
export async function call<Body = unknown>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, timeoutMs = 120_000 }: CallOptions = {},
): Promise<Called<Body>> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const cookies = response.headers.getSetCookie().map((set) => set.split(';')[0])
  return {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    cookie: cookies.join('; '),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** Like `call`, for a server that may die meanwhile; undefined if no complete response arrived. */
export function callOrLose<Body = unknown>(...request: Parameters<typeof call>): Promise<Called<Body> | undefined> {
  return call<Body>(...request).catch(() => undefined)
}

export const takeawayOf = (dish: { id: number; price: number } | undefined, customerName = 'Ana Pop') => ({
  items: [{ menuItemId: dish?.id, quantity: 1 }],
  total: dish?.price,
  diningOption: 'takeaway',
  customerName,
  phoneNumber: '0712 345 678',
})
