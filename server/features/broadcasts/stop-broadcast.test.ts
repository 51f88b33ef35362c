import { expect, it } from 'vitest'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { stopBroadcast } from './stop-broadcast.ts'

const stage = broadcastStage()

it('stops: recipients who wait get nothing', async () => {
  stage.test.clock.advance('PT11H')
  const { broadcastId } = await stage.send()
  await stage.test.services.jobs.drain()
  const stop = () => stopBroadcast.call(stage.test.services, stage.ann.caller(), { broadcastId })
  expect([await stop(), await stop()]).toEqual([{ left: 1 }, { left: 0 }])
  stage.test.clock.advance('PT10H')
  await stage.deliver()
  expect(await stage.mails()).toEqual([])
  expect(await stage.listed()).toMatchObject([{ status: 'stopped', left: 1, sent: 0 }])
})
