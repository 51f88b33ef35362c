const protocolPath =
  /^\/(auth\/v1|rest\/v1|functions\/v1|files\/v1|calendars\/v1|live\/v1|reads\/v1|reports\/v1|hooks|docs|dev|sandbox|health|ready)(\/|\.|\?|$)/

/** Whether the server itself answers a path, a doubled slash in it aside; all others are the web app's. */
export function isProtocolPath(path: string): boolean {
  return protocolPath.test(path.replace(/\/{2,}/g, '/'))
}
