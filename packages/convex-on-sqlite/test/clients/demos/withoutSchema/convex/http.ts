import { httpRouter } from "convex/server";
import { byAuthor, post } from "./messages";

const http = httpRouter();
http.route({ path: "/postMessage", method: "POST", handler: post });
http.route({ pathPrefix: "/messagesOf/", method: "GET", handler: byAuthor });

export default http;
