import http from 'node:http'
import https from 'node:https'

// The benchmarks' server with a local process as api.stripe.com: STRIPE_STUB_PORT. Stripe's client reads `request`
// off this module at each call.

const toStripe = https.request
const port = Number(process.env.STRIPE_STUB_PORT)
https.request = ((options: https.RequestOptions, ...rest: []) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, host: '127.0.0.1', port, protocol: 'http:', agent: undefined }, ...rest)
    : toStripe(options, ...rest)) as typeof https.request

await import('../machine/carefold-server.ts')
