import { fakeApi } from './fake-api.ts'

/** A fake `XMLHttpRequest` for `uploadFile` on `fakeApi`. It reports half of the progress until the response. */
export class FakeUploadRequest {
  onload = () => {}
  onerror = () => {}
  onloadend = () => {}
  readonly upload: { onprogress(progress: { loaded: number; total: number }): void } = { onprogress() {} }
  withCredentials = false
  status = 0
  statusText = ''
  responseText = ''
  #method = ''
  #url = ''
  #headers: Record<string, string> = {}
  #isAborted = false

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  abort(): void {
    this.#isAborted = true
    this.onloadend()
  }

  send(body: FormData): void {
    this.upload.onprogress({ loaded: 1, total: 2 })
    void this.#respond(body).then((end) => {
      if (this.#isAborted) return
      end()
      this.onloadend()
    })
  }

  async #respond(body: FormData): Promise<() => void> {
    try {
      const response = await fakeApi.fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      this.status = response.status
      this.responseText = await response.text()
    } catch {
      return this.onerror
    }
    this.upload.onprogress({ loaded: 2, total: 2 })
    return this.onload
  }
}
