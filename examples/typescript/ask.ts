// Memory from TypeScript: `daybook serve`, then `npm install`, `npm run generate`, `npm start`.
import createClient from "openapi-fetch";
import type { paths } from "./daybook.js";

type Json = "application/json" | "application/problem+json";
const daybook = createClient<paths, Json>({
  baseUrl: process.env.DAYBOOK_URL ?? "http://127.0.0.1:8750",
  headers: { Authorization: `Bearer ${process.env.DAYBOOK_TOKEN ?? ""}` },
});

const kept = await daybook.POST("/v1/rounds", { body: { user: "I left the spare key with Mrs Adeyemi." } });
if (kept.error) throw new Error(kept.error.detail);
const asked = await daybook.POST("/v1/ask", { body: { question: "Who has my spare key?" } });
if (asked.error) throw new Error(asked.error.detail);
console.log(asked.data.evidence[0]?.quote);
