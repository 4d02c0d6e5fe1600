import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, json, post, repeat } from './means.ts'
import { request, type Target } from './target.ts'

const login = (target: Target, username: string, password: string) =>
  request(target, '/api/login', post(json({ username, password })))

/** Guesses passwords of a few names and of ever new names, in this many parallel loops. */
const guesses =
  (concurrency: number): Attack =>
  (target, isOver) =>
    repeat(concurrency, isOver, (i) => login(target, i % 2 ? `guess ${i % 3}` : `guess ${i}`, `secret ${i}`))

export const signInAttacks = {
  'sign-ins, 400 at once': guesses(400),

  'sign-ins, 800 at once': guesses(800),

  'sign-ins with accounts of one’s own, 18 a second': async (target, isOver) => {
    const name = (i: number) => `own ${target.from} ${i % 10}`
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        request(target, '/api/register', post(json({ username: name(i), password: 'secret' }))),
      ),
    )
    const under: Promise<unknown>[] = []
    for (let i = 0; !isOver(); i++) {
      under.push(login(target, name(i), 'secret'))
      await sleep(1000 / 18)
    }
    await Promise.all(under)
  },

  'accounts, 100 at once': (target, isOver) =>
    repeat(100, isOver, (i) =>
      request(target, '/api/register', post(json({ username: `new ${target.from} ${i}`, password: 'secret' }))),
    ),
} satisfies Record<string, Attack>
