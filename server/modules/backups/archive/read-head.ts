import { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { DamagedBackup, UnusableBackup } from './manifest.ts'
import { type BackupHead, readHead } from './read-archive.ts'

/** A backup whose head is to be read. */
export interface HeadJob {
  ownVersion: string
  /** Gives the next piece of the backup for each message, and null after the last. */
  pieces: MessagePort
}

export type HeadAnswer = { found: BackupHead } | { unusable: string; isDamaged: boolean } | { failed: string }

/** Reads a head within the thread. Never throws. */
export async function answerHead({ ownVersion, pieces }: HeadJob): Promise<HeadAnswer> {
  try {
    return { found: await readHead(Readable.from(buffersFrom(pieces)), ownVersion) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof UnusableBackup
      ? { unusable: message, isDamaged: error instanceof DamagedBackup }
      : { failed: message }
  } finally {
    pieces.close()
  }
}

async function* buffersFrom(pieces: MessagePort): AsyncGenerator<Buffer> {
  for (;;) {
    const received = new Promise<Uint8Array | null>((resolve) => pieces.once('message', resolve))
    pieces.postMessage('next')
    const piece = await received
    if (!piece) return
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
}
