import { expect, it } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { CHANGED } from './archive/write-archive.ts'
import { describeFailure, failureReason } from './engine.ts'
import { BucketFailure } from './places/bucket.ts'

const withCode = (code: string) => Object.assign(new Error(`it failed with ${code}`), { code })

it.each([
  [withCode('ENOSPC'), 'disk_full', /disk of \/backups is full/],
  [withCode('EROFS'), 'folder_closed', /cannot write to \/backups \(EROFS\)/],
  [withCode(CHANGED), 'changed', /it failed/],
  [withCode('57P01'), 'database', /database failed/],
  [withCode('ECONNRESET'), 'database', /database failed/],
  [withCode('53300'), 'no_connection', /took no further connection/],
  [withCode('ECONNREFUSED'), 'no_connection', /took no further connection/],
  [Object.assign(new AppError('unavailable'), { cause: new Error('no answer') }), 'pictures_unreachable', /no answer/],
  [new BucketFailure('too_large', 'It is too large.'), 'too_large', /^It is too large\.$/],
  [withCode('EIO'), 'other', /could not be written \(EIO\)/],
  [new Error('the backup was interrupted'), 'other', /interrupted/],
] as const)('%s is the reason %s', (error, reason, sentence) => {
  expect(failureReason(error)).toBe(reason)
  expect(describeFailure(error, '/backups')).toMatch(sentence)
})
