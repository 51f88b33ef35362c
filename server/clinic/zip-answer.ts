/** Answers with a zip archive that is sent while it is made, and ends the making if the client stops reading. */
export function zipAnswer(fileName: string, chunks: AsyncGenerator<Uint8Array>): Response {
  return new Response(streamOf(chunks), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      const { value, done } = await chunks.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
