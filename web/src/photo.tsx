// Cut a picture before it becomes the photo: drag it, or move it by the sliders.

import { useEffect, useRef, useState } from "preact/hooks";
import { change, fail, post, state, update, word } from "./store";

const RATIOS: Record<string, number> = { "3:4": 3 / 4, "4:5": 4 / 5, "1:1": 1 };
const MOST = 1200; // pixels of the longer side
const clamp = (value: number) => Math.min(1, Math.max(0, value));

export function Photo() {
  const file = state.photo;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [ratio, setRatio] = useState("");
  const [zoom, setZoom] = useState(1);
  const [place, setPlace] = useState<[number, number]>([0.5, 0.4]);
  const dragged = useRef<[number, number] | null>(null);
  useEffect(() => {
    if (file) void createImageBitmap(file).then(setPicture).catch(fail);
  }, [file]);
  const shape = picture ? (RATIOS[ratio] ?? picture.width / picture.height) : 1;
  const width = picture ? Math.min(picture.width, picture.height * shape) / zoom : 1;
  const height = width / shape;
  const draw = (target: HTMLCanvasElement, most: number) => {
    const scale = Math.min(1, most / Math.max(width, height));
    target.width = Math.max(1, Math.round(width * scale));
    target.height = Math.max(1, Math.round(height * scale));
    const [left, top] = [(picture!.width - width) * place[0], (picture!.height - height) * place[1]];
    target.getContext("2d")!.drawImage(picture!, left, top, width, height, 0, 0, target.width, target.height);
  };
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, 360);
  }, [picture, ratio, zoom, place]);
  if (!file) return null;
  const leave = () => update({ photo: null, selected: state.selected[0] === "photo" ? ["person"] : state.selected });
  const save = async () => {
    const made = document.createElement("canvas");
    draw(made, MOST);
    const whole = !ratio && zoom === 1 && picture!.width <= MOST && picture!.height <= MOST;
    const cut = await new Promise<Blob | null>((done) => made.toBlob(done, file.type, 0.92));
    try {
      const { photo } = await post("/api/photo", whole ? file : cut!);
      await change({ op: "set", path: ["person", "photo"], value: photo });
      leave();
    } catch (error) {
      fail(error);
    }
  };
  const slider = (label: string, value: number, set: (value: number) => void, from = 0, to = 1) => (
    <label>
      {label}
      <input
        type="range"
        min={from}
        max={to}
        step={0.01}
        value={value}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
    </label>
  );
  return (
    <div class="form photo">
      <h2>{word("cut")}</h2>
      <canvas
        ref={canvas}
        role="img"
        aria-label={file.name}
        onPointerDown={(event) => {
          dragged.current = [event.clientX, event.clientY];
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (!dragged.current || !picture) return;
          const box = event.currentTarget.getBoundingClientRect();
          const free = [picture.width - width, picture.height - height];
          const moved = [event.clientX - dragged.current[0], event.clientY - dragged.current[1]];
          dragged.current = [event.clientX, event.clientY];
          setPlace([
            free[0]! > 1 ? clamp(place[0] - (moved[0]! * width) / box.width / free[0]!) : place[0],
            free[1]! > 1 ? clamp(place[1] - (moved[1]! * height) / box.height / free[1]!) : place[1],
          ]);
        }}
        onPointerUp={() => {
          dragged.current = null;
        }}
      />
      <label>
        {word("shape")}{" "}
        <select value={ratio} onChange={(event) => setRatio(event.currentTarget.value)}>
          <option value="">{word("whole")}</option>
          {Object.keys(RATIOS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      {slider(word("zoom"), zoom, setZoom, 1, 4)}
      {slider("↔", place[0], (value) => setPlace([value, place[1]]))}
      {slider("↕", place[1], (value) => setPlace([place[0], value]))}
      <div class="row">
        <button type="button" class="main" disabled={!picture} onClick={save}>
          {word("apply")}
        </button>
        <button type="button" onClick={leave}>
          {word("cancel")}
        </button>
      </div>
    </div>
  );
}
