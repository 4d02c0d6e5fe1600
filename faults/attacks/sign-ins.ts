import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, json, post, repeat } from './means.ts'
import { fromHousehold, request, type Target } from './target.ts'

const login = (target: Target, username: string, password: string) =>
  request(target, '/api/login', post(json({ username, password })))

/** Guesses passwords, in turn for a few names and for a new name each time, in `concurrency` parallel loops. */
const guesses =
  (concurrency: number): Attack =>
  (target, isOver) =>
    repeat(concurrency, isOver, (i) => login(target, i % 2 ? `guess ${i % 3}` : `guess ${i}`, `secret ${i}`))

export const HOUSEHOLD_GUESSES = 'guessed passwords of the owner from the 256 networks of one IPv6 household'

export const signInAttacks = {
  [HOUSEHOLD_GUESSES]: (target, isOver) =>
    repeat(20, isOver, (i) => {
      const { from, headers } = fromHousehold(i)
      const body = json({ username: 'owner', password: `secret ${i}` })
      return request(target, '/api/login', { ...post(body, headers), from })
    }),

  '400 concurrent sign-ins': guesses(400),

  '800 concurrent sign-ins': guesses(800),

  '18 sign-ins a second with the attacker’s own accounts': async (target, isOver) => {
    const name = (i: number) => `own ${target.from} ${i % 10}`
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        request(target, '/api/register', post(json({ username: name(i), password: 'secret' }))),
      ),
    )
    const running: Promise<unknown>[] = []
    for (let i = 0; !isOver(); i++) {
      running.push(login(target, name(i), 'secret'))
      await sleep(1000 / 18)
    }
    await Promise.all(running)
  },

  '100 concurrent registrations': (target, isOver) =>
    repeat(100, isOver, (i) =>
      request(target, '/api/register', post(json({ username: `new ${target.from} ${i}`, password: 'secret' }))),
    ),
} satisfies Record<string, Attack>
