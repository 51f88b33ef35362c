const methods = 'GET, POST, PUT, PATCH, DELETE'
const headers = [
  'Accept',
  'Authorization',
  'Content-Type',
  'X-Client-IP',
  'X-Client-Info',
  'X-JWT-AUD',
  'X-Supabase-Api-Version',
  'apikey',
]
const exposed = ['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'x-sb-error-code']

/**
 * Allows pages of any origin, like the reference. Only for the stand-alone service: in the product nothing is
 * cross-origin.
 */
export async function withCors(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const response = isPreflight(request) ? preflight(request) : await answer()
  const answered = new Response(response.body, response)
  answered.headers.set('Access-Control-Allow-Origin', '*')
  answered.headers.set('Access-Control-Expose-Headers', exposed.join(', '))
  answered.headers.append('Vary', 'Origin')
  return answered
}

function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS'
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers':
        request.headers.get('access-control-request-headers') ?? headers.join(', '),
      'Access-Control-Max-Age': '300',
    },
  })
}
