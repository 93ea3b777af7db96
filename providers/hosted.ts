/** Hosted providers that speak the OpenAI protocol. Any other is given by its address. */

export interface HostedProvider {
  readonly name: string;
  readonly baseUrl: string;
  /** Where a person gets a key. */
  readonly keysAt: string;
}

export const HOSTED_PROVIDERS: readonly HostedProvider[] = [
  { name: "OpenAI", baseUrl: "https://api.openai.com/v1", keysAt: "https://platform.openai.com/api-keys" },
  { name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", keysAt: "https://openrouter.ai/keys" },
  { name: "Groq", baseUrl: "https://api.groq.com/openai/v1", keysAt: "https://console.groq.com/keys" },
  { name: "Mistral", baseUrl: "https://api.mistral.ai/v1", keysAt: "https://console.mistral.ai/api-keys" },
  {
    name: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keysAt: "https://aistudio.google.com/apikey",
  },
];
