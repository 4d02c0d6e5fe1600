export const BOUNDARY = 'masa-test-boundary'

/** One part of a multipart body: a file if it has a file name. */
export interface Part {
  name: string
  content: Buffer | string
  fileName?: string
  type?: string
}

/** Builds a multipart body with its headers. */
export function multipartOf(...parts: Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const payload = parts.flatMap(({ name, content, fileName, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return {
    payload: Buffer.concat([...payload, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string))),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}
