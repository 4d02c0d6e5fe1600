import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface ReceivedEvent {
  type: string
  timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every type
  data: any
}

/** A program that hears of events, and checks each as Standard Webhooks says. */
export class TestReceiver {
  /** What it was sent, also what it did not answer with a success. */
  readonly events: ReceivedEvent[] = []
  readonly headers: IncomingHttpHeaders[] = []
  secret = ''
  /** How it answers; 204 unless a test says otherwise. */
  answer: (reply: ServerResponse) => void = (reply) => reply.writeHead(204).end()
  readonly #server = createServer(async (request, reply) => {
    const body = await text(request)
    this.headers.push(request.headers)
    this.events.push(new Webhook(this.secret).verify(body, request.headers as Record<string, string>) as ReceivedEvent)
    this.answer(reply)
  })

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/masa`
  }

  get types(): string[] {
    return this.events.map(({ type }) => type)
  }

  ofType(type: string): ReceivedEvent[] {
    return this.events.filter((event) => event.type === type)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
