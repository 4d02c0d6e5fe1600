import { describe, expect, inject, it, vi } from 'vitest'
import { connect } from '../connect.ts'
import { fixedServer, serversIn, withOptions } from './servers.ts'

describe('addresses', () => {
  it.each([
    ['postgres://masa@db/masa', ['postgres://masa@db/masa']],
    ['postgresql:///masa?host=/run/postgresql', ['postgresql:///masa?host=/run/postgresql']],
    [
      'postgres://masa:pw@a:5432,b:5433/masa?sslmode=require',
      ['postgres://masa:pw@a:5432/masa?sslmode=require', 'postgres://masa:pw@b:5433/masa?sslmode=require'],
    ],
    ['postgres://masa:a,b@[::1]:1,c/masa', ['postgres://masa:a,b@[::1]:1/masa', 'postgres://masa:a,b@c/masa']],
    ['postgres://a,b/masa', ['postgres://a/masa', 'postgres://b/masa']],
  ])('serversIn reads %s', (url, servers) => {
    expect(serversIn(url)).toEqual(servers)
  })

  it.each([
    [
      'host=a,b',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    [
      'host=a,b&port=1,2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'host=a,b&port=3',
      [
        ['a', '3'],
        ['b', '3'],
      ],
    ],
  ])('serversIn reads hosts and ports of the parameters %s', (parameters, expected) => {
    const read = serversIn(`postgres://masa@/masa?${parameters}`.replace('@/', '@unused/')).map((url) => {
      const { searchParams } = new URL(url)
      return [searchParams.get('host'), searchParams.get('port') ?? '']
    })
    expect(read).toEqual(expected)
  })

  it('serversIn gives each host its port of the parameter', () => {
    expect(serversIn('postgres://masa@a,b/masa?port=1,2')).toEqual([
      'postgres://masa@a/masa?port=1',
      'postgres://masa@b/masa?port=2',
    ])
  })

  it.each([
    'mysql://masa@a,b/masa',
    'postgres://masa@a,,b/masa',
    'postgres://masa@a,b:port/masa',
    'postgres://masa@a,b,c/masa?port=1,2',
    'postgres://masa@a?host=a,b&port=1,2,3',
    'masa@a,b',
    '',
  ])('serversIn reads no server in %j', (url) => {
    expect(serversIn(url)).toEqual([])
  })

  it('withOptions joins the options of the URL with others, which come last', () => {
    const joined = withOptions('postgres://masa@a/masa?options=-c%20work_mem%3D8MB', '-c work_mem=4MB')
    expect(new URL(joined).searchParams.get('options')).toBe('-c work_mem=8MB -c work_mem=4MB')
  })
})

describe('client', () => {
  it.each([
    ['is lost', 'select pg_terminate_backend(pg_backend_pid())'],
    ['refuses a write', 'start transaction read only; create table refused (id int)'],
  ])('a connection that %s makes its server suspect', async (_, statement) => {
    const suspect = vi.fn()
    const connection = connect({ ...fixedServer(() => inject('databaseServer')), suspect }, () => {}, { orders: 1 })
    try {
      await connection.db.execute('select 1')
      expect(suspect).not.toHaveBeenCalled()
      await expect(connection.db.execute(statement)).rejects.toThrow()
      await vi.waitFor(() => expect(suspect).toHaveBeenCalled())
    } finally {
      await connection.close()
    }
  })
})
