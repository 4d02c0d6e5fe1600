/** A guest's POST; undefined if no complete answer came. */
export async function postAs(
  url: string,
  body: unknown,
  cookie: string,
  answerMs: number,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(answerMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}
