import fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from '../../app-error.ts'
import { answerErrors } from './errors.ts'

it('delays answers with 429 up to a maximum number, and no others', async () => {
  const app = fastify()
  answerErrors(app, { slowedMs: 2_000, maxSlowed: 3 })
  app.get('/often', async () => {
    throw new AppError('too_many_requests')
  })
  app.get('/wrong', async () => {
    throw new AppError('not_found')
  })
  await app.ready()
  const answers: string[] = []
  const request = async (path: string, name = path) => {
    const { statusCode } = await app.inject(path)
    answers.push(`${name} ${statusCode}`)
  }
  const slowed = Array.from({ length: 3 }, () => request('/often', 'slowed'))
  await request('/wrong')
  await request('/often', 'beyond')
  expect(answers).toEqual(['/wrong 404', 'beyond 429'])
  await Promise.all(slowed)
  expect(answers.slice(2)).toEqual(['slowed 429', 'slowed 429', 'slowed 429'])
  await app.close()
})
