import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/* Stand-ins for printers, written from public documents of the protocols; none was compared with a real printer. */

const [DLE, EOT, ESC, GS] = [0x10, 0x04, 0x1b, 0x1d]
const PAPER_STATUS = 4

/** An ESC/POS printer. It prints received bytes even after the connection has closed, unless it is switched off. */
export class TestPrinter {
  /* Its faults, which can be changed at any moment. */
  /** Whether it accepts connections and answers nothing. */
  isSilent = false
  /** Whether it is another program, which answers with its own words. */
  isGarbage = false
  isCoverOpen = false
  hasPaper = true
  /** The number of lines that the roll still has. */
  linesLeft = Infinity
  /** The number of bytes, besides status requests, after which it resets the connection; it obeys those before. */
  resetAfter = Infinity
  /** The number of bytes after which it stops reading; it prints none of them. */
  stallAfter = Infinity
  /** Whether it prints without ever confirming that. */
  isSecretive = false
  /** Whether it ignores the first status request of a connection. */
  isAsleep = false
  /** Whether it ends a connection, once, after it has said whether there is paper. */
  isLeaving = false
  /** The time that a line takes, in milliseconds. */
  lineMs = 0
  /** The byte that it sends endlessly once it was sent something. */
  endless: number | undefined = undefined
  /** The papers that were cut off, as text in which only ASCII is right, and a picture is a line with its hash. */
  papers: string[] = []
  /** Papers that were begun and never cut off. */
  scraps: string[] = []
  connections = 0
  openConnections = 0
  mostConnections = 0
  /** The number of received bytes that are no status request. */
  documentBytes = 0
  #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0
  #buffer = Buffer.alloc(0)
  #paper = ''
  #asker: Socket | undefined
  #working: Promise<void> | undefined

  constructor() {
    this.#server = this.#newServer()
  }

  get port(): number {
    return this.#port
  }

  async open(): Promise<this> {
    if (this.#server.listening) return this
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  /** Switches it off: nobody answers at its address, and its buffer is lost. */
  async close(): Promise<void> {
    this.#buffer = Buffer.alloc(0)
    this.#endPaper(this.scraps)
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.resetAndDestroy()
    await closed
    this.#server = this.#newServer()
  }

  /** Clears all faults, and continues with the buffer. */
  mend(): void {
    Object.assign(this, {
      ...{ isSilent: false, isGarbage: false, isCoverOpen: false, hasPaper: true, isSecretive: false, isAsleep: false },
      ...{ linesLeft: Infinity, resetAfter: Infinity, stallAfter: Infinity, lineMs: 0, endless: undefined },
    })
    this.#work()
  }

  #newServer(): Server {
    return createServer((socket) => this.#meet(socket))
  }

  #meet(socket: Socket): void {
    this.connections++
    this.openConnections++
    this.mostConnections = Math.max(this.mostConnections, this.openConnections)
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.openConnections--
      this.#sockets.delete(socket)
    })
    let received = 0
    let wasAsked = false
    socket.on('data', (data) => {
      if (this.endless !== undefined) return stream(socket, this.endless)
      if (this.isGarbage) return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      if (isStatusRequests(data)) {
        const isAsleep = this.isAsleep && !wasAsked
        wasAsked = true
        if (isAsleep) return
        for (let at = 0; at < data.length; at += 3) this.#answerStatus(socket, data[at + 2] ?? 0)
        if (!this.isLeaving || data[2] !== PAPER_STATUS) return
        this.isLeaving = false
        socket.end()
        return
      }
      const room = this.resetAfter - received
      received += data.length
      this.documentBytes += data.length
      if (received > this.stallAfter) return void socket.pause()
      if (data.length > room) socket.resetAndDestroy()
      this.#buffer = Buffer.concat([this.#buffer, data.subarray(0, Math.max(room, 0))])
      this.#asker = socket
      this.#work()
    })
  }

  #isStopped(): boolean {
    return this.isCoverOpen || !this.hasPaper
  }

  #answerStatus(socket: Socket, kind: number): void {
    if (this.isSilent) return
    const offline = this.#isStopped() ? 0x08 : 0
    const cause = (this.isCoverOpen ? 0x04 : 0) | (this.hasPaper ? 0 : 0x20)
    const bits = { 1: offline, 2: cause, 4: this.hasPaper ? 0 : 0x60 }[kind] ?? 0
    socket.write(Buffer.from([0x12 | bits]))
  }

  #work(): void {
    this.#working ??= this.#printBuffer().finally(() => {
      this.#working = undefined
    })
  }

  async #printBuffer(): Promise<void> {
    while (this.#buffer.length > 0 && !this.#isStopped()) {
      const length = this.#nextLength()
      if (length > this.#buffer.length) return
      const command = this.#buffer.subarray(0, length)
      this.#buffer = this.#buffer.subarray(length)
      this.#obey(command)
      if (command[0] === 0x0a && this.lineMs > 0) await new Promise((resolve) => setTimeout(resolve, this.lineMs))
    }
  }

  /** The number of bytes of the next command, of those that the server sends, or letter. */
  #nextLength(): number {
    const [first, second, third = 0, , p2 = 0, p3 = 0, p4 = 0, p5 = 0] = this.#buffer
    if (first === ESC) return second === 0x40 ? 2 : 3
    if (first === GS && second === 0x56) return third >= 65 ? 4 : 3
    if (first === GS && second === 0x76) return 8 + (p2 + 256 * p3) * (p4 + 256 * p5)
    if (first === 0x1c) return 2
    return first === DLE || first === GS ? 3 : 1
  }

  #obey(command: Buffer): void {
    const [first, second] = command
    if (first === DLE && second === EOT && this.#asker) this.#answerStatus(this.#asker, command[2] ?? 0)
    else if (first === ESC && second === 0x40) this.#endPaper(this.scraps)
    else if (first === GS && second === 0x56) this.#endPaper(this.papers)
    else if (first === GS && second === 0x72) {
      if (!this.isSecretive && !this.isSilent) this.#asker?.write(Buffer.from([0]))
    } else if (first === GS && second === 0x76) {
      // A picture takes what was announced, whatever it is: also the beginning of another document.
      this.#paper += `[${createHash('sha256').update(command).digest('hex')}]\n`
    } else if (command.length === 1 && first !== 0) this.#type(first ?? 0)
  }

  #type(byte: number): void {
    this.#paper += String.fromCharCode(byte)
    if (byte !== 0x0a || --this.linesLeft > 0) return
    this.linesLeft = Infinity
    this.hasPaper = false
  }

  #endPaper(pile: string[]): void {
    if (this.#paper.trim() !== '') pile.push(this.#paper)
    this.#paper = ''
  }
}

/** Sends meaningless bytes, as many as the other side accepts. */
function stream(socket: Socket, byte: number): void {
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536, byte)));
  }
  socket.on('drain', more)
  more()
}

function isStatusRequests(data: Buffer): boolean {
  return data.length % 3 === 0 && data.every((byte, i) => (i % 3 === 0 ? byte === DLE : i % 3 !== 1 || byte === EOT))
}

/** Sends a request to the server for a printer that asks by itself: by injection or over the network. */
export type StarCall = (
  method: 'POST' | 'GET' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: string }>

/** The part of an exchange that is lost on the network. */
export type Loss = 'request' | 'answer' | undefined

/** A Star CloudPRNT printer: each `ask` is one round of its conversation. */
export class TestStarPrinter {
  papers: string[] = []
  statusCode = '200%20OK'
  /** The status code with which it reports the end of printing. */
  endCode = '200%20OK'
  /** Decides for each message whether it, or its response, is lost. */
  loss: (method: 'POST' | 'GET' | 'DELETE') => Loss = () => undefined
  /** Whether it sends each message twice. */
  repeats = false
  readonly #call: StarCall
  readonly #path: string

  constructor(call: StarCall, token: string) {
    this.#call = call
    this.#path = `/api/printing/${token}`
  }

  async #send(method: 'POST' | 'GET' | 'DELETE', query = '', body?: unknown) {
    const lost = this.loss(method)
    if (lost === 'request') return undefined
    const answer = await this.#call(method, this.#path + query, body)
    const last = this.repeats ? await this.#call(method, this.#path + query, body) : answer
    return lost === 'answer' || last.status >= 500 ? undefined : last
  }

  async ask(): Promise<void> {
    const poll = { status: '23 6 0 0 0 0 0 0 0', printerMAC: '00:11:62:00:00:01', statusCode: this.statusCode }
    const answer = await this.#send('POST', '', { ...poll, printingInProgress: false, clientAction: null })
    if (answer?.status !== 200) return
    const { jobReady, jobToken, mediaTypes } = JSON.parse(answer.body)
    if (!jobReady) return
    const token = encodeURIComponent(jobToken)
    const job = await this.#send('GET', `?uid=1&type=${encodeURIComponent(mediaTypes[0])}&token=${token}`)
    if (job?.status !== 200) return
    if (this.endCode.startsWith('200')) this.papers.push(job.body)
    await this.#send('DELETE', `?code=${this.endCode}&token=${token}`)
  }
}
