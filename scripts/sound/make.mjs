/*
 * Creates client/public/notification-sound.mp3: two notes of a marimba, the second a fourth higher, pleasant enough for a
 * hundred times an evening and high enough to be heard in a kitchen. Run it when the sound should change:
 *   node scripts/sound/make.mjs        (needs `lame`, on Debian the package of that name)
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RATE = 44_100
const SECONDS = 1
/** Peak amplitude, of 1: leaves headroom for the encoder, so that nothing clips at volume 1. */
const PEAK = 0.8

/** Partials of a marimba bar: fundamental, octave (for warmth), two octaves, and a high third. */
const PARTIALS = [
  { ratio: 1, level: 1, decay: 5.5 },
  { ratio: 2, level: 0.12, decay: 9 },
  { ratio: 3.93, level: 0.3, decay: 16 },
  { ratio: 9.6, level: 0.06, decay: 38 },
]
const STROKES = [
  { at: 0, hertz: 659.26, level: 0.85 },
  { at: 0.17, hertz: 880, level: 1 },
]

function bar(hertz, t) {
  if (t < 0) return 0
  const attack = 1 - Math.exp(-t * 900)
  return (
    PARTIALS.reduce(
      (sum, { ratio, level, decay }) => sum + level * Math.exp(-t * decay) * Math.sin(2 * Math.PI * hertz * ratio * t),
      0,
    ) * attack
  )
}

const samples = Float64Array.from({ length: RATE * SECONDS }, (_, n) => {
  const t = n / RATE
  const tail = Math.min(1, (SECONDS - t) / 0.25)
  return STROKES.reduce((sum, { at, hertz, level }) => sum + level * bar(hertz, t - at), 0) * tail
})
const loudest = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)

const wav = Buffer.alloc(44 + samples.length * 2)
wav.write('RIFF', 0)
wav.writeUInt32LE(36 + samples.length * 2, 4)
wav.write('WAVEfmt ', 8)
wav.writeUInt32LE(16, 16)
wav.writeUInt16LE(1, 20)
wav.writeUInt16LE(1, 22)
wav.writeUInt32LE(RATE, 24)
wav.writeUInt32LE(RATE * 2, 28)
wav.writeUInt16LE(2, 32)
wav.writeUInt16LE(16, 34)
wav.write('data', 36)
wav.writeUInt32LE(samples.length * 2, 40)
samples.forEach((sample, n) => {
  wav.writeInt16LE(Math.round((sample / loudest) * PEAK * 32_767), 44 + n * 2)
})

const folder = mkdtempSync(join(tmpdir(), 'masa-sound-'))
try {
  writeFileSync(join(folder, 'sound.wav'), wav)
  const target = fileURLToPath(new URL('../../client/public/notification-sound.mp3', import.meta.url))
  execFileSync('lame', ['--quiet', '-m', 'm', '-b', '96', '-q', '0', '-t', join(folder, 'sound.wav'), target])
} finally {
  rmSync(folder, { recursive: true })
}
