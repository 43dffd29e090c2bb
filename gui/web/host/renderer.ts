// Draws ImGui's lists with WebGL2, directly from the program's memory.

const vertexShader = `#version 300 es
uniform vec2 size;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 letter;
layout(location = 2) in vec4 colour;
out vec2 at;
out vec4 tint;
void main() {
  at = letter;
  tint = colour;
  gl_Position = vec4(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y, 0.0, 1.0);
}`;

// The font texture contains coverage values.
const fragmentShader = `#version 300 es
precision mediump float;
uniform sampler2D letters;
in vec2 at;
in vec4 tint;
out vec4 colour;
void main() {
  colour = vec4(tint.rgb, tint.a * texture(letters, at).r);
}`;

const vertexBytes = 20;
const commandWords = 7;
const listWords = 6;

export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private readonly size: WebGLUniformLocation | null;
  private readonly texture: WebGLTexture;

  constructor(private readonly canvas: OffscreenCanvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true });
    if (gl === null) throw new Error("this browser has no WebGL2, which the page draws with");
    this.gl = gl;
    const program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, vertexShader],
      [gl.FRAGMENT_SHADER, fragmentShader],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`WebGL2: ${gl.getProgramInfoLog(program)}`);
    gl.useProgram(program);
    this.size = gl.getUniformLocation(program, "size");
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    for (const location of [0, 1, 2]) gl.enableVertexAttribArray(location);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const)
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
  }

  get largest(): number {
    return this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE) as number;
  }

  /** Draws a Drawing (src/drawing.hpp) into the canvas. */
  draw(memory: ArrayBuffer, drawing: number): void {
    const gl = this.gl;
    const words = new Uint32Array(memory);
    const numbers = new Float32Array(memory);
    const at = drawing >>> 2;
    const [width, height, background, lists, listCount, texture, textureWidth, textureHeight] = words.subarray(at, at + 8) as
      unknown as [number, number, number, number, number, number, number, number];
    this.canvas.width = width;
    this.canvas.height = height;
    gl.viewport(0, 0, width, height);
    if (texture !== 0)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, textureWidth, textureHeight, 0, gl.RED, gl.UNSIGNED_BYTE,
        new Uint8Array(memory, texture, textureWidth * textureHeight));
    gl.scissor(0, 0, width, height);
    gl.clearColor((background & 255) / 255, ((background >> 8) & 255) / 255, ((background >> 16) & 255) / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.size, width, height);
    for (let list = 0; list < listCount; ++list) {
      const from = (lists >>> 2) + listWords * list;
      const [vertices, vertexSize, indices, indexSize, commands, commandCount] = words.subarray(from, from + listWords) as
        unknown as [number, number, number, number, number, number];
      if (commandCount === 0) continue;
      gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(memory, vertices, vertexSize), gl.STREAM_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint8Array(memory, indices, indexSize), gl.STREAM_DRAW);
      let base = -1;
      for (let i = 0; i < commandCount; ++i) {
        const command = (commands >>> 2) + commandWords * i;
        const left = Math.max(numbers[command]!, 0);
        const top = Math.max(numbers[command + 1]!, 0);
        const right = Math.min(numbers[command + 2]!, width);
        const bottom = Math.min(numbers[command + 3]!, height);
        if (right <= left || bottom <= top) continue;
        if (words[command + 6] !== base) {
          base = words[command + 6]!;
          const offset = base * vertexBytes;
          gl.vertexAttribPointer(0, 2, gl.FLOAT, false, vertexBytes, offset);
          gl.vertexAttribPointer(1, 2, gl.FLOAT, false, vertexBytes, offset + 8);
          gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, vertexBytes, offset + 16);
        }
        gl.scissor(Math.trunc(left), Math.trunc(height - bottom), Math.trunc(right - left), Math.trunc(bottom - top));
        gl.drawElements(gl.TRIANGLES, words[command + 5]!, gl.UNSIGNED_SHORT, 2 * words[command + 4]!);
      }
    }
  }
}
