/** Sends a POST with a guest's cookie. Returns undefined if no complete response arrived within `timeoutMs`. */
export async function postAs(
  url: string,
  body: unknown,
  cookie: string,
  timeoutMs: number,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}
