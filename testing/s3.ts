import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '#server/platform/config/config.ts'

/*
 * An S3 server with one bucket, for the four requests that files need: put, get, list, delete (README.md "Settings"). Written
 * after the S3 API reference rather than after our client: each request has to be signed with the bucket's key (AWS Signature
 * Version 4), an answer lists at most 1,000 objects in the order of their keys' bytes.
 */

/** An S3 server of this test, with one bucket. */
export interface TestBucket {
  settings: S3Settings
  close(): Promise<void>
}

interface StoredObject {
  bytes: Buffer
  storedAt: Date
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const mostListed = 1_000

export async function openTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, StoredObject>()
  const settings = {
    endpoint: '',
    region: 'us-east-1',
    bucket: 'carefold-files',
    accessKeyId: 'test',
    secretAccessKey: 'test-secret',
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    // the client has gone: nothing is stored of half an object
    if (!body) return response.destroy()
    const answer = isSigned(request, body, settings)
      ? answerTo(request, body, objects, settings.bucket)
      : failure(403, 'SignatureDoesNotMatch')
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function answerTo(
  request: IncomingMessage,
  body: Buffer,
  objects: Map<string, StoredObject>,
  bucket: string,
): Answer {
  const url = urlOf(request)
  const [, home, key = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(decodeURIComponent(url.pathname)) ?? []
  if (home !== bucket) return failure(404, 'NoSuchBucket')
  if (request.method === 'GET' && !key && url.searchParams.get('list-type') === '2')
    return listed(objects, url.searchParams)
  if (request.method === 'PUT' && key) {
    objects.set(key, { bytes: body, storedAt: new Date() })
    return { status: 200, headers: { ETag: etagOf(body) } }
  }
  if (request.method === 'GET' && key) {
    const object = objects.get(key)
    return object ? read(object.bytes, request.headers.range) : failure(404, 'NoSuchKey')
  }
  if (request.method === 'DELETE' && key) {
    objects.delete(key)
    return { status: 204 }
  }
  return failure(501, 'NotImplemented')
}

function read(bytes: Buffer, range: string | undefined): Answer {
  const headers = { ETag: etagOf(bytes), 'Content-Type': 'application/octet-stream' }
  if (!range) return { status: 200, headers, body: bytes }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  const start = Number(first)
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1)
  if (!first || start > end) return failure(416, 'InvalidRange')
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  }
}

function listed(objects: Map<string, StoredObject>, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const keys = [...objects.keys()]
    .filter(
      (key) => key.startsWith(query.get('prefix') ?? '') && Buffer.compare(bytesOf(key), bytesOf(after)) > 0,
    )
    .sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)))
  const page = keys.slice(0, Math.min(Number(query.get('max-keys') ?? mostListed), mostListed))
  const isTruncated = page.length < keys.length
  const contents = page.map((key) => {
    const { bytes, storedAt } = objects.get(key) as StoredObject
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><ETag>${escaped(etagOf(bytes))}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  })
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
    : ''
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
  )
}

/** AWS Signature Version 4 in the Authorization header. */
function isSigned(request: IncomingMessage, body: Buffer, settings: S3Settings): boolean {
  const { headers, method } = request
  const [, keyId, day, region, names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const hash = String(headers['x-amz-content-sha256'])
  if (keyId !== settings.accessKeyId || region !== settings.region || !time.startsWith(day ?? '-'))
    return false
  if (!names.split(';').includes('host')) return false
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const url = urlOf(request)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, signed.join(''), names, hash].join('\n')
  const scope = [day, region, 's3', 'aws4_request']
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(String(part)).digest(),
    `AWS4${settings.secretAccessKey}`,
  )
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  return timingSafeEqual(createHmac('sha256', key).update(toSign).digest(), Buffer.from(signature, 'hex'))
}

const urlOf = ({ url }: IncomingMessage) => new URL(url ?? '/', 'http://bucket')
const bytesOf = (key: string) => Buffer.from(key)
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const failure = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})
