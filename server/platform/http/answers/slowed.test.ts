import fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from '../../app-error.ts'
import { answerErrors } from './errors.ts'

it('delays callers who ask too often, up to a number of them, and nobody else', async () => {
  const app = fastify()
  answerErrors(app, { slowedMs: 2_000, maxSlowed: 3 })
  app.get('/often', async () => {
    throw new AppError('too_many_requests')
  })
  app.get('/wrong', async () => {
    throw new AppError('not_found')
  })
  await app.ready()
  const answered: string[] = []
  const ask = async (path: string, name = path) => {
    const { statusCode } = await app.inject(path)
    answered.push(`${name} ${statusCode}`)
  }
  const slowed = Array.from({ length: 3 }, () => ask('/often', 'slowed'))
  await ask('/wrong')
  await ask('/often', 'beyond')
  expect(answered).toEqual(['/wrong 404', 'beyond 429'])
  await Promise.all(slowed)
  expect(answered.slice(2)).toEqual(['slowed 429', 'slowed 429', 'slowed 429'])
  await app.close()
})
