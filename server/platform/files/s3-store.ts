import { S3mini, S3ServiceError } from 's3mini'
import type { S3Settings } from '../config/config.ts'
import { watchedFetch } from '../outgoing-calls.ts'
import { isObjectName, ObjectMissing, type ObjectStore } from './object-store.ts'

const requestTimeoutMs = 30_000

export function s3Store({ prefix = '', ...settings }: S3Settings): ObjectStore {
  const client = new S3mini({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    // path style: a bucket's own host name needs DNS that small stores lack
    endpoint: `${settings.endpoint}/${settings.bucket}`,
    requestAbortTimeout: requestTimeoutMs,
    fetch: watchedFetch('s3'),
  })
  const checked = (name: string) => {
    if (!isObjectName(name)) throw new Error('not the name of an object')
    return `${prefix}${name}`
  }
  return {
    async put(name, bytes) {
      // S3 requires the length; one piece of an upload fits in memory (maxPieceBytes)
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(chunk)
      const content = Buffer.concat(chunks)
      await client.putObject(checked(name), content, 'application/octet-stream')
      return content.byteLength
    },

    async *read(name, { start, end }) {
      const response = await client
        .getObjectRaw(checked(name), false, start, end + 1)
        .catch((error: unknown) => {
          throw error instanceof S3ServiceError && error.status === 404 ? new ObjectMissing(name) : error
        })
      if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>
    },

    async remove(name) {
      await client.deleteObject(checked(name))
    },

    async *list() {
      let after: string | undefined
      do {
        // by name instead of token, so that concurrent removals do not end the listing
        const asked = after === undefined ? {} : { 'start-after': after }
        const page = await client.listObjectsPaged('/', prefix, 1_000, undefined, asked)
        const objects = page?.objects ?? []
        for (const { Key, Size, LastModified } of objects) {
          // a bucket may be shared with others
          const name = Key.startsWith(prefix) ? Key.slice(prefix.length) : ''
          if (isObjectName(name)) yield { name, bytes: Number(Size), storedAt: new Date(LastModified) }
        }
        after = page?.nextContinuationToken === undefined ? undefined : objects.at(-1)?.Key
      } while (after !== undefined)
    },
  }
}
