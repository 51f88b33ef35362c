import { describe, expect, it } from 'vitest'
import { isReady, MessageCollector, simpleQuery } from './protocol.ts'

const message = (type: string, body = '') => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
const startUp = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
const started = () => {
  const collector = new MessageCollector()
  collector.add(startUp)
  return collector
}

describe('messages of a client', () => {
  it('begin with one that has no type, whatever the chunks', () => {
    const collector = new MessageCollector()
    expect(collector.add(startUp.subarray(0, 3)).startUp).toBe(false)
    expect(collector.add(startUp.subarray(3))).toEqual({ startUp: true, exchanges: [], ended: false })
    expect(collector.add(message('Q', 'x')).startUp).toBe(false)
  })

  it('are collected until Sync, and sent in one piece', () => {
    const collector = started()
    const [parse, bind, sync] = [message('P', 'parse'), message('B', 'bind'), message('S')]
    expect(collector.add(Buffer.concat([parse, bind])).exchanges).toEqual([])
    const { exchanges } = collector.add(Buffer.concat([sync, message('Q', 'next'), parse]))
    expect(exchanges).toEqual([
      { bytes: Buffer.concat([parse, bind, sync]), endsReady: true },
      { bytes: message('Q', 'next'), endsReady: true },
    ])
    expect(collector.add(message('H')).exchanges).toEqual([
      { bytes: Buffer.concat([parse, message('H')]), endsReady: false },
    ])
  })

  it('are the same when every byte arrives separately', () => {
    const collector = started()
    const whole = Buffer.concat([message('P', 'SQHX'), message('S')])
    const found = [...whole].flatMap((byte) => collector.add(Buffer.from([byte])).exchanges)
    expect(found).toEqual([{ bytes: whole, endsReady: true }])
  })

  it('end with Terminate', () => {
    expect(started().add(message('X')).ended).toBe(true)
    expect(started().add(simpleQuery('X')).ended).toBe(false)
  })
})

it('detects the end of an answer', () => {
  expect(isReady(message('Z', 'I'))).toBe(true)
  expect(isReady(Buffer.concat([message('C', 'SELECT 1'), message('Z', 'T')]))).toBe(true)
  expect(isReady(Buffer.concat([message('Z', 'I'), message('A', 'news')]))).toBe(true)
  expect(isReady(message('C', 'Z'))).toBe(false)
  expect(isReady(new Uint8Array())).toBe(false)
})
