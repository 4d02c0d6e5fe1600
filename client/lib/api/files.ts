import type { Endpoint, ResponseOf, Sent } from '#shared/contracts/base/endpoint.ts'
import { language } from '../../ui/translation.ts'
import { addressOf, fetchFile } from './api.ts'
import { NoAnswerError, RequestError } from './request-error.ts'

/** Downloads the file that an endpoint returns. Throws a RequestError or NoAnswerError. */
export async function downloadFile(endpoint: Endpoint): Promise<void> {
  saveFile(await fetchFile(endpoint))
}

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Lets the browser download an attachment, which may be larger than memory. Only the browser shows a failure. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  // Without it, an error response would replace the page.
  link.download = ''
  link.click()
}

/** An upload without progress or response for this long is given up. */
const STALL_TIMEOUT_MS = 60_000

type UploadEndpoint = Endpoint & { upload: object }

type UploadOptions<E extends UploadEndpoint> = Omit<Sent<E>, 'body'> & {
  /** Absent if the endpoint does not require a file. */
  file?: File | Blob | undefined
  fields?: Sent<E>['body']
  headers?: Record<string, string>
  /** Receives the fraction that has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/** Reports the progress, which `fetch` in `callApi` cannot do. Throws as that, or the reason of `signal`. */
export function uploadFile<E extends UploadEndpoint>(endpoint: E, options: UploadOptions<E>): Promise<ResponseOf<E>> {
  const { file, fields, headers = {}, onProgress, signal } = options
  const form = new FormData()
  // Before the file, so that a server that rejects a text need not read the file.
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.set(name, String(value))
  }
  if (file) form.set(endpoint.upload.file, file)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const end = (reason: unknown) => {
      reject(reason)
      request.abort()
    }
    const abort = () => end(signal?.reason)
    const restartTimeout = () => {
      clearTimeout(timeout)
      timeout = setTimeout(() => end(new NoAnswerError('No answer')), STALL_TIMEOUT_MS)
    }
    let timeout: ReturnType<typeof setTimeout> | undefined
    request.onload = () => {
      try {
        resolve(parseResponse(endpoint, request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new NoAnswerError('No answer'))
    request.onloadend = () => {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', abort)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimeout()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.open(endpoint.method, addressOf(endpoint, options))
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', language)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.withCredentials = true
    if (signal?.aborted) {
      abort()
      return
    }
    signal?.addEventListener('abort', abort)
    restartTimeout()
    request.send(form)
  })
}

function parseResponse<E extends Endpoint>(
  endpoint: E,
  { status, statusText, responseText }: XMLHttpRequest,
): ResponseOf<E> {
  if (status < 200 || status > 299) throw new RequestError(status, statusText, responseText)
  // As in `callApi`: an undeclared success status is not from our server.
  if (status !== (endpoint.status ?? 200)) throw new NoAnswerError(`Unexpected status ${status}`)
  try {
    return (endpoint.response && responseText ? JSON.parse(responseText) : undefined) as ResponseOf<E>
  } catch (error) {
    throw new NoAnswerError('No answer', { cause: error })
  }
}

/** Copies a text to the clipboard. Throws if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // Only pages of https have a clipboard.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  let isCopied = false
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isCopied = true
  }
  document.addEventListener('copy', copy, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', copy)
  if (!isCopied) throw new Error('The browser copies nothing here')
}
