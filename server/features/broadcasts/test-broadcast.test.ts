import { expect, it } from 'vitest'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { testBroadcast } from './test-broadcast.ts'

const stage = broadcastStage()

it('tests to the author’s own address', async () => {
  expect(await testBroadcast.call(stage.test.services, stage.ann.caller(), stage.draftOf())).toEqual({
    email: stage.ann.email,
  })
  expect(await stage.mails()).toMatchObject([{ to_address: stage.ann.email, links: [] }])
})
