import fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from '../../app-error.ts'
import { handleErrors } from './errors.ts'

it('the server delays responses with 429, up to a maximum number at a time, and no others', async () => {
  const app = fastify()
  handleErrors(app, { slowedMs: 2_000, maxSlowed: 3 })
  app.get('/often', async () => {
    throw new AppError('too_many_requests')
  })
  app.get('/wrong', async () => {
    throw new AppError('not_found')
  })
  await app.ready()
  const responses: string[] = []
  const request = async (path: string, name = path) => {
    const { statusCode } = await app.inject(path)
    responses.push(`${name} ${statusCode}`)
  }
  const slowed = Array.from({ length: 3 }, () => request('/often', 'slowed'))
  await request('/wrong')
  await request('/often', 'beyond')
  expect(responses).toEqual(['/wrong 404', 'beyond 429'])
  await Promise.all(slowed)
  expect(responses.slice(2)).toEqual(['slowed 429', 'slowed 429', 'slowed 429'])
  await app.close()
})
