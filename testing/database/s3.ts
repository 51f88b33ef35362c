import { startFauxqs } from 'fauxqs'
import type { S3Settings } from '#server/platform/config/config.ts'

/** An S3 server of this test, with one bucket. */
export interface TestBucket {
  settings: S3Settings
  close(): Promise<void>
}

export async function openTestBucket(): Promise<TestBucket> {
  const server = await startFauxqs({ port: 0, logger: false })
  const bucket = 'carefold-files'
  server.createBucket(bucket)
  return {
    settings: {
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'test',
      secretAccessKey: 'test-secret',
    },
    close: () => server.stop(),
  }
}
