// A scene as the fragment of an address: "#1.", then the deflated text in base64url. Fragments are
// not sent to servers.

const prefix = "1.";
/** Maximum length of an address; some programs truncate longer ones. */
export const mostFragment = 8192;
/** Limit of the text of a decoded scene; the program has the same limit. */
const mostBytes = 256 * 1024;

async function piped(bytes: Uint8Array, through: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`it has more than ${most} bytes`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function fragmentOf(scene: string): Promise<string> {
  const packed = await piped(new TextEncoder().encode(scene), new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return prefix + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a link; throws an error with the reason if it is invalid. */
export async function sceneOf(fragment: string): Promise<string> {
  if (!fragment.startsWith(prefix)) throw new Error("it begins with no version that this page knows");
  if (fragment.length > mostFragment) throw new Error(`it is longer than ${mostFragment} characters`);
  if (!/^[A-Za-z0-9_-]*$/.test(fragment.slice(prefix.length))) throw new Error("there are characters in it that no link has");
  let bytes: Uint8Array;
  try {
    const letters = atob(fragment.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
    bytes = await piped(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"), mostBytes);
  } catch (problem) {
    throw problem instanceof Error && problem.message.startsWith("it has") ? problem : new Error("it is not whole");
  }
  return new TextDecoder().decode(bytes);
}
