import { connect, type Socket } from 'node:net'

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The status and length of a response. */
export interface ResponseHead {
  status: number
  /** Bytes of the body. */
  length: number
}

/**
 * One keep-alive HTTP connection that sends prepared bytes and reads only the status and length of each response.
 * A general HTTP client would use as much CPU as the measured server.
 */
export class LoadConnection {
  #socket: Socket
  #received: Buffer[] = []
  #size = 0
  #head: ResponseHead | undefined
  #bodyOffset = 0
  #resolve: ((response: ResponseHead) => void) | undefined
  #reject: ((error: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay()
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#reject?.(error))
    socket.on('close', () => this.#reject?.(new Error('the server closed the connection')))
  }

  static open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new LoadConnection(socket)))
      socket.once('error', reject)
    })
  }

  send(request: Buffer | string): Promise<ResponseHead> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#reject = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#size += chunk.length
    if (!this.#head) {
      this.#received.push(chunk)
      const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
      const end = all.indexOf(END_OF_HEAD)
      if (end < 0) return
      this.#bodyOffset = end + END_OF_HEAD.length
      this.#head = readHead(all.toString('latin1', 0, this.#bodyOffset))
    }
    if (this.#size < this.#bodyOffset + this.#head.length) return
    const head = this.#head
    this.#received = []
    this.#size = 0
    this.#head = undefined
    this.#resolve?.(head)
  }
}

function readHead(head: string): ResponseHead {
  const status = Number(head.slice(9, 12))
  if (status === 304 || status === 204) return { status, length: 0 }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response without Content-Length:\n${head}`)
  return { status, length: Number(length) }
}
